// What is wrong in an encounter file, as the server tells it, and where it belongs in the form.
import type { Problem } from "./api";

export type { Problem };

/** The problems of the very value at this path, as the server writes paths: participants[0].sheet.hp */
export function problemsAt(problems: Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.path === path);
}

/** Those of the value at this path and of all that lies in it. */
export function problemsUnder(problems: Problem[], path: string): Problem[] {
  return problems.filter(({ path: its = "" }) => its === path || its.startsWith(`${path}.`) || its.startsWith(`${path}[`));
}

/** The problems with participants numbered as they are written: the server numbers them with copies written out. */
export function asWritten(problems: Problem[], participants: { copies?: unknown }[]): Problem[] {
  const written = participants.flatMap(({ copies }, index) => Array<number>(many(copies)).fill(index));
  return problems.map((problem) => ({
    ...problem,
    path: problem.path?.replace(/^participants\[(\d+)\]/, (_, place) => `participants[${written[Number(place)] ?? place}]`),
  }));
}

function many(copies: unknown): number {
  return typeof copies === "number" && copies >= 1 && copies <= 100 ? Math.floor(copies) : 1;
}
