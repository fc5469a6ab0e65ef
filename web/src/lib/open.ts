// Opening a table from an encounter, and handing a draft from one page to another.
import { of, post } from "./api";
import { randomHex } from "./ids";
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
  token: string;
}

/** Tokens of owners' seats made in this visit: never kept, shown only when asked for. */
const tokens = new Map<string, string>();

/** The owner's own link, to come back by from another device; "" where it is not known any more. */
export function ownLink(table: string, origin: string): string {
  const token = tokens.get(table);
  return token ? `${origin}/join#${table}.${token}` : "";
}

/** Opens a table and goes there. Throws ApiError, with the problems of the encounter where it has any. */
export async function openTable(yaml: string, dice: string, title = "", picture?: LaidPicture): Promise<void> {
  const opened = await post<Opened>("/api/tables", { yaml, dice, value: randomHex(32), ...(picture && { picture }) });
  settle(opened, title || titleIn(yaml));
}

/** Takes in a table from its file and goes there. */
export async function importTable(file: File): Promise<void> {
  const opened = await post<Opened>(`/api/tables/import?value=${randomHex(32)}`, file, "application/octet-stream");
  settle(opened, file.name.replace(/(\.table)?\.[a-z]+$/i, ""));
}

/** The host sits down as the owner of a table whose link is lost; whoever came by the old one is out. */
export async function ownTable(table: string, title: string): Promise<void> {
  settle(await post<Opened>(of(table, "owner")), title);
}

function settle({ table, token }: Opened, title: string): void {
  tokens.set(table, token);
  remember({ table, title, name: "", kind: "owner" });
  go(at(table));
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
