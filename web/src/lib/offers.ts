// Offers as a person meets them: one entry a verb, variants within, what tells them apart, an act in words.
import type { Field, FigureSeen, OfferSeen } from "./protocol";

export type Values = Record<string, string | number | string[]>;

/** A verb with all its offers: open ones first, as the server gave them. */
export interface Deeds {
  verb: string;
  open: OfferSeen[];
  closed: OfferSeen[];
}

export function byVerb(offers: OfferSeen[]): Deeds[] {
  const verbs = new Map<string, Deeds>();
  for (const offer of offers) {
    const deeds = verbs.get(offer.verb) ?? { verb: offer.verb, open: [], closed: [] };
    (offer.closed ? deeds.closed : deeds.open).push(offer);
    verbs.set(offer.verb, deeds);
  }
  return [...verbs.values()];
}

/** A verb or a field's name as people read it: "let-go" is "let go". */
export function plain(word: string): string {
  return word.replaceAll("-", " ").replaceAll("_", " ");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Who decides, in a sentence without its full stop. */
export function decide(names: string[]): string {
  const last = names.at(-1)!;
  return names.length > 1 ? `${capital(names.slice(0, -1).join(", "))} and ${last} decide` : `${capital(last)} decides`;
}

/** How one is, in a few words. */
export function how(one: FigureSeen): string {
  const words = [one.status === "in" || one.words.startsWith(one.status) ? "" : one.status, one.words, ...one.effects.map((effect) => plain(effect.name))];
  return [...new Set(words.flatMap((word) => word.split(", ")).filter(Boolean))].join(", ");
}

/** What tells an offer from others of its verb: its label, else what its fields leave no choice about. */
export function told(offer: OfferSeen): string {
  return offer.label || only(offer) || plain(offer.verb);
}

function only(offer: OfferSeen): string {
  const fixed = (offer.fields ?? []).flatMap((field) =>
    "options" in field && field.options.length === 1 ? [field.options[0]!.label || plain(field.options[0]!.id)] : [],
  );
  return fixed.join(", ");
}

export function cost(offer: OfferSeen): string {
  return (offer.cost ?? []).map(([kind, amount]) => (amount === 1 ? plain(kind) : `${amount} ${plain(kind)}`)).join(", ");
}

/** Whether all words of the search begin a word of the verb, its labels or what may be chosen. */
export function fits(deeds: Deeds, search: string): boolean {
  const wanted = search.toLowerCase().split(/\s+/).filter((word) => word && !FILLERS.has(word));
  if (!wanted.length) return true;
  const words = [...deeds.open, ...deeds.closed].flatMap(wordsOf);
  return wanted.every((want, place) => (place ? words : [deeds.verb, ...words]).some((word) => word.startsWith(want)));
}

const FILLERS = new Set("a an and at by for from in into of on the to using with".split(" "));

function wordsOf(offer: OfferSeen): string[] {
  const options = (offer.fields ?? []).flatMap((field) => ("options" in field ? field.options : []));
  const texts = [offer.verb, plain(offer.verb), offer.label ?? "", ...options.flatMap((one) => [one.id, one.label ?? ""])];
  return texts.flatMap((text) => [text.toLowerCase(), ...text.toLowerCase().split(/[\s-]+/)]);
}

/** What a form holds before anything is chosen: what leaves no choice, and what is usual. */
export function start(offer: OfferSeen, before: Values = {}): Values {
  const values: Values = {};
  for (const field of offer.fields ?? []) {
    const value = before[field.name];
    if (value !== undefined && !wrong(field, value, before)) values[field.name] = value;
    else if (field.type === "choice" && field.options.length === 1)
      values[field.name] = (field.most ?? 1) > 1 ? [field.options[0]!.id] : field.options[0]!.id;
    else if (field.type === "choice" && (field.most ?? 1) > 1) values[field.name] = [];
    else if (field.type === "places" && field.options.length === 1) values[field.name] = field.options[0]!.id;
    else if (field.type === "number") {
      if (field.usual !== undefined && field.usual !== null) values[field.name] = field.usual;
      else if (field.low === field.high || (field.low > 0 && field.high - field.low < 50)) values[field.name] = field.low;
      else if (field.low <= 0 && field.high >= 0 && field.high - field.low < 1000) values[field.name] = 0;
    }
  }
  return values;
}

/** How high a number may go, given the others. */
export function high(field: Field & { type: "number" }, values: Values): number {
  const limit = field.upto ? values[field.upto] : undefined;
  return typeof limit === "number" ? Math.min(field.high, limit) : field.high;
}

/** What is still wrong with a field's value, "" when nothing. The server checks again; this only says it sooner. */
export function wrong(field: Field, value: Values[string] | undefined, values: Values): string {
  const name = plain(field.name);
  if (field.type === "words") return !field.optional && !String(value ?? "").trim() ? `Write: ${name}.` : "";
  if (field.type === "number") {
    const most = high(field, values);
    const fine = typeof value === "number" && Number.isInteger(value) && value >= field.low && value <= most;
    return fine ? "" : `A whole number from ${field.low} to ${most}.`;
  }
  if (field.type === "choice" && (field.most ?? 1) > 1) {
    const [least, most] = [field.least ?? 1, Math.min(field.most ?? 1, field.options.length)];
    const fine = Array.isArray(value) && value.length >= least && value.length <= most;
    return fine ? "" : least === most ? `Choose ${least}.` : `Choose ${least} to ${most}.`;
  }
  if (field.type === "places" && field.free && value) return "";
  return field.options.some((option) => option.id === value) ? "" : `Choose: ${name}.`;
}

/** The act as it could be typed, for asking its odds: `attack target=thug weapon=revolver`. */
export function typed(verb: string, values: Values): string {
  const parts = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter((one) => one !== "").map((one) => `${name}=${quoted(String(one))}`),
  );
  return [verb, ...parts].join(" ");
}

function quoted(text: string): string {
  return /^[\w.,+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
}

/** The act in words for people: "attack: Guard 1, palm gun". */
export function spoken(offer: OfferSeen, values: Values): string {
  const parts = (offer.fields ?? []).flatMap((field) => {
    const value = values[field.name];
    if (value === undefined || value === "") return [];
    const name = (one: string) => ("options" in field && field.options.find((option) => option.id === one)?.label) || one;
    return [Array.isArray(value) ? value.map(name).join(" and ") : name(String(value))];
  });
  return parts.length ? `${plain(offer.verb)}: ${parts.join(", ")}` : plain(offer.verb);
}

interface Spots {
  name: string;
  options: { id: string; label: string; note: string; offer: OfferSeen; point: [number, number] | null }[];
  /** The offer that takes any place a person writes, if one does. */
  free: OfferSeen | undefined;
}

/** Several offers' fields of places under one name as one, so that the map can show all; null where there is none. */
export function places(offers: OfferSeen[]): Spots | null {
  const first = offers.flatMap((offer) => offer.fields ?? []).find((field) => field.type === "places");
  if (!first) return null;
  const seen = new Set<string>();
  const options = offers.flatMap((offer) => {
    const field = offer.fields?.find((one) => one.name === first.name);
    if (field?.type !== "places") return [];
    return field.options.flatMap((option, place) => {
      if (seen.has(option.id)) return [];
      seen.add(option.id);
      return [{ id: option.id, label: option.label ?? "", note: option.note ?? "", offer, point: offer.points?.[field.name]?.[place] ?? null }];
    });
  });
  const free = offers.find((offer) => offer.fields?.some((field) => field.type === "places" && field.free));
  return { name: first.name, options, free };
}

/** Whether a place is among the options of several of these offers. */
export function sharePlaces(offers: OfferSeen[]): boolean {
  const all = offers.flatMap((offer) => (offer.fields ?? []).flatMap((field) => (field.type === "places" ? field.options.map((option) => option.id) : [])));
  return new Set(all).size < all.length;
}
