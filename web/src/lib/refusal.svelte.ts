// What was not done of a form: the form shows it, or, when the form is gone with what it answered, the head of the page.
import { onDestroy } from "svelte";
import type { Done, Room } from "./table.svelte";

export function told({ reason, rule }: Done): string {
  return reason + (rule ? ` [${rule}]` : "");
}

/** A refusal that stood so long in its form was read there, in ms. */
const READ = 4_000;

export class Refusal {
  now: Done | null = $state.raw(null);
  /** Whether the form is gone. */
  gone = false;
  #room: Room;
  #since = 0;

  /** Made by the form as it begins. */
  constructor(room: Room) {
    this.#room = room;
    onDestroy(() => {
      this.gone = true;
      if (this.now && Date.now() - this.#since < READ) room.hold(this.now);
    });
  }

  /** What became of the form's command. */
  take(done: Done): void {
    this.now = done.done ? null : done;
    this.#since = Date.now();
    if (this.gone) this.#room.hold(done);
  }

  get text(): string {
    return this.now ? told(this.now) : "";
  }
}
