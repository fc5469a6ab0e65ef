// A table as it stands in one snapshot: a room that is never opened, for what only looks (view as, replay, print).
import { get, of } from "./api";
import type { Item, Snapshot } from "./protocol";
import { Room } from "./table.svelte";

export function still(id: string, snapshot: Snapshot): Room {
  const room = new Room(id);
  room.waiting = [];
  show(room, snapshot);
  return room;
}

export function show(room: Room, snapshot: Snapshot): void {
  room.n = snapshot.n;
  room.table = snapshot.table;
  room.view = snapshot.view;
  room.log = snapshot.log;
  room.earlier = snapshot.earlier;
}

/** Everything this seat's log holds, oldest first; `told` hears how many are here as they come. */
export async function wholeLog(id: string, told: (count: number) => void = () => {}): Promise<Item[]> {
  let all: Item[] = [];
  for (let before = 0; ; before = all[0]?.key ?? 1) {
    const rest = `log?count=500${before ? `&before=${before}` : ""}`;
    const { items, earlier } = await get<{ items: Item[]; earlier: boolean }>(of(id, rest));
    all = [...items, ...all];
    told(all.length);
    if (!earlier || !items.length) return all;
  }
}
