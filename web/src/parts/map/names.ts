// What tokens bear, and how large they are drawn.
import type { Token } from "../../lib/protocol";

/** In centimetres; never so small that its initials cannot be read. */
export function radiusOf(token: Token, pixel: number): number {
  return Math.max(token.size * 0.42, 10 * pixel);
}

/** At most three signs of a name: the first letters of two words, and the number behind it. "Guard 12": "G12". */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean);
  const number = words.length > 1 && /^\d+$/.test(words.at(-1)!) ? words.pop()!.slice(-2) : "";
  const plain = words.filter((word) => !/^(the|of|a|an|von|de|van)$/i.test(word));
  const letters = (plain.length ? plain : words).map((word) => [...word][0] ?? "");
  if (number) return letters[0]!.toUpperCase() + number;
  if (letters.length > 1) return (letters[0]! + letters.at(-1)!).toUpperCase();
  const [first = "?", ...more] = plain[0] ?? words[0] ?? "?";
  return first.toUpperCase() + (more[0] ?? "");
}

/** The first part of a note, and whether there is more of it. */
export function short(note: string): string {
  const [first, ...more] = note.split(/[;,]/);
  return more.length ? `${first} …` : first!;
}
