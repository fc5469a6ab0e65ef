// The log as a thread of posts: what one did, in one's own words, with all that came of it.
import type { Item } from "./protocol";

export interface Post {
  key: number;
  actor: string;
  round: number;
  at: number;
  /** What the writer said, each with the entry it was said in. */
  said: string[];
  items: Item[];
}

/** What the thread says by its headings, or need not say. */
const SILENT = new Set(["round", "turn"]);

/** A new post begins where somebody else acts, or says something new; all that came of one act belongs to its post. */
export function posts(items: Item[]): Post[] {
  const all: Post[] = [];
  for (const item of items) {
    if (SILENT.has(item.type)) continue;
    const last = all.at(-1);
    const actor = item.round || item.said ? (item.actor ?? "") : ""; // what opens it is nobody's post
    const follows = !!last && item.at === last.items.at(-1)!.at && !item.said;
    const other = !!actor && !!last?.actor && actor !== last.actor && !follows;
    if (!last || other || item.round !== last.round || item.said) {
      all.push({ key: item.key, actor, round: item.round, at: item.at, said: [], items: [] });
    }
    const post = all.at(-1)!;
    post.actor ||= actor;
    if (item.said) post.said.push(item.said);
    post.items.push(item);
  }
  return all;
}
