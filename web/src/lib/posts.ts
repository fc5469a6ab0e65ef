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

/** A new post begins where somebody else acts, or says something new; what follows from an act belongs to it. */
export function posts(items: Item[]): Post[] {
  const all: Post[] = [];
  for (const item of items) {
    const last = all.at(-1);
    const other = !!item.actor && item.actor !== last?.actor;
    if (!last || other || item.round !== last.round || (item.said && last.items.length)) {
      all.push({ key: item.key, actor: item.actor ?? "", round: item.round, at: item.at, said: [], items: [] });
    }
    const post = all.at(-1)!;
    if (item.said) post.said.push(item.said);
    post.items.push(item);
  }
  return all;
}
