// Rolls of the table's own (checks, throws) with real dice: the server asks for one face after another.
import type { Done } from "./table.svelte";

export interface Missing {
  sides: number;
  label: string;
}

/** The die whose face an answer asks for, or null where it asks for none. */
export function missing(done: Done): Missing | null {
  const { sides, purpose, number } = done.result as { sides?: number; purpose?: string; number?: number };
  if (done.done || !sides) return null;
  return { sides, label: `Die ${number ?? 1}, a d${sides}${purpose ? ` for ${purpose}` : ""}: what does it show?` };
}
