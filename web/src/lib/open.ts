// Opening a table from an encounter, and handing a draft from one page to another.
import { post } from "./api";
import { go, at } from "./router";
import { remember } from "./tables";
import type { Data } from "./schema";

export interface LaidPicture {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Opened {
  table: string;
  seat?: string;
  title?: string;
}

/** Opens a table and goes there. Throws ApiError, with the problems of the encounter where it has any. */
export async function openTable(yaml: string, dice: string, title = "", picture?: LaidPicture): Promise<void> {
  const opened = await post<Opened>("/api/tables", { yaml, dice, ...(picture && { picture }) });
  remember({ table: opened.table, title: opened.title || title || titleIn(yaml), name: "", kind: "owner" });
  go(at(opened.table));
}

/** The title as the file gives it, for this browser's own list of tables. */
function titleIn(yaml: string): string {
  return /^title:[ \t]*["']?(.*?)["']?[ \t]*(?:#.*)?$/m.exec(yaml)?.[1] ?? "";
}

export interface Draft {
  form?: Data;
  yaml?: string;
  ruleset?: string;
  scene?: Data;
  picture?: LaidPicture;
}

let draft: Draft | undefined;

/** What the next page shall begin with. */
export function hand(next: Draft): void {
  draft = next;
}

export function taken(): Draft | undefined {
  const one = draft;
  draft = undefined;
  return one;
}

/** Offers text as a file to keep. */
export function download(name: string, text: string, type = "text/yaml"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
