// Commands on their way to the table, and what became of them.
import type { Answer, Asked, Deed, OfferSeen, Seen } from "./protocol";

/** A command that waits for its answer, or was not done. `words` say what it is; `n` as in Command. */
export interface Waiting {
  id: string;
  deed: Deed;
  n: number | null;
  words: string;
  reason?: string;
  rule?: string;
  stale?: boolean;
}

/** Under which name is kept what somebody writes for an act, until the act is done. */
export function draftOf(table: string, actor: string, verb: string): string {
  return `certamen:${table}:draft:${actor}:${verb}`;
}

/** What became of a command; `of`: that command. */
export interface Done {
  done: boolean;
  reason: string;
  rule: string;
  result: Record<string, unknown>;
  of?: Waiting;
}

export function became({ done, reason, rule = "", result = {}, stale }: Answer, of?: Waiting): Done {
  return { done, reason: reason || (stale ? "the table had moved on meanwhile" : ""), rule, result, of };
}

/** Whether what a deed answers is still asked and its offer still open. */
export function stillOpen(deed: Deed, view: Seen | null): boolean {
  if (deed.do === "words") return !deed.request || !!view?.asked.some((one) => one.id === deed.request);
  if (deed.do === "default") return !!view?.asked.some((one) => one.id === deed.request);
  if (deed.do !== "act") return deed.do !== "undo" && deed.do !== "redo";
  const offers: OfferSeen[] | undefined = deed.request
    ? view?.asked.find((one) => one.id === deed.request)?.offers
    : view?.unasked[deed.actor];
  return !!offers?.some((offer) => offer.verb === deed.verb && !offer.closed);
}

/** The deed as an answer to what is asked now, where what it answered is asked no more. */
export function anew(deed: Deed, mine: Asked[]): Deed {
  if ((deed.do !== "act" && deed.do !== "words") || !deed.request || mine.some((one) => one.id === deed.request)) return deed;
  const next = deed.do === "words" ? mine[0] : mine.find((one) => one.who === deed.actor);
  return next ? { ...deed, request: next.id } : deed;
}
