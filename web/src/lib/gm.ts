// What the game master does unasked: acts of "gm", and which of them are closed now, as the server offers them.
import type { Act, OfferSeen, Seen, TableSeen } from "./protocol";

export function act(verb: string, values: Act["values"] = {}): Act {
  return { do: "act", actor: "gm", verb, values };
}

export function offered(view: Seen | null, verb: string): OfferSeen | undefined {
  return view?.unasked.gm?.find((offer) => offer.verb === verb);
}

/** Why the verb may not be used now, "" where it may. */
export function closed(view: Seen | null, verb: string): string {
  const offer = offered(view, verb);
  return offer ? (offer.closed?.reason ?? "") : "not now";
}

/** The options of a field of a verb: id and words. */
export function options(view: Seen | null, verb: string, field: string): [string, string][] {
  const found = offered(view, verb)?.fields?.find((one) => one.name === field);
  if (!found || (found.type !== "choice" && found.type !== "places")) return [];
  return found.options.map(({ id, label }) => [id, label || id]);
}

/** All who take part: id and name. */
export function named(view: Seen | null): [string, string][] {
  return (view?.figures ?? []).map(({ id, name }) => [id, name]);
}

/** A figure's values as dotted paths, deepest first named: [["wounds", 30], ["sheet.skills.gun", 5]]. */
export function flat(thing: Record<string, unknown>, before = ""): [string, string | number][] {
  return Object.entries(thing).flatMap(([name, value]): [string, string | number][] => {
    const path = before + name;
    if (typeof value === "number" || typeof value === "string") return [[path, value]];
    if (typeof value === "boolean" || value === null) return [[path, JSON.stringify(value)]];
    return flat(value as Record<string, unknown>, `${path}.`);
  });
}

/** What a person typed as a value: a whole number where it is one. */
export function typed(text: string): string | number {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text.trim();
}

/** Whether this seat is the owner's. */
export function owns(table: TableSeen | null): boolean {
  return table?.seats.find((seat) => seat.id === table.you)?.kind === "owner";
}
