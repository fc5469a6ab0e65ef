// The tables this browser sits at, kept in it, so that the start page can list them.
import { keep, kept } from "./ids";

export interface Mine {
  table: string;
  title: string;
  name: string;
  kind: string;
  at: number;
}

const NAME = "certamen-tables";
const MOST = 50;

export function mine(): Mine[] {
  const all = kept<Mine[]>(NAME, []);
  return Array.isArray(all) ? all : [];
}

export function remember(one: Omit<Mine, "at">): void {
  const others = mine().filter(({ table }) => table !== one.table);
  keep(NAME, [{ ...one, at: Date.now() }, ...others].slice(0, MOST));
}

export function forget(table: string): void {
  keep(
    NAME,
    mine().filter((one) => one.table !== table),
  );
}
