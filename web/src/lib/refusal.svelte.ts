// What was not done of a form: the form shows it, or, when the form is gone with what it answered, the head of the page.
import { onDestroy } from "svelte";
import type { Done, Room } from "./table.svelte";

export class Refusal {
  now: Done | null = $state.raw(null);
  /** Whether the form is gone. */
  gone = false;
  #room: Room;

  /** Made by the form as it begins. */
  constructor(room: Room) {
    this.#room = room;
    onDestroy(() => {
      this.gone = true;
      if (this.now) room.hold(this.now);
    });
  }

  /** What became of the form's command. */
  take(done: Done): void {
    this.now = done.done ? null : done;
    if (this.gone) this.#room.hold(done);
  }

  get text(): string {
    return this.now ? this.now.reason + (this.now.rule ? ` [${this.now.rule}]` : "") : "";
  }
}
