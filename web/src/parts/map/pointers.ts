// Fingers and the mouse on a map: a tap, moving the map, two fingers for near and far, a figure taken along.

export interface Doing {
  /** The point of the map under a pixel. */
  at: (px: number, py: number) => [number, number];
  /** Whether this figure may be taken along. */
  grabs: (who: string) => boolean;
  tap: (x: number, y: number, who: string) => void;
  pan: (right: number, down: number) => void;
  zoom: (factor: number, px: number, py: number) => void;
  drag: (who: string, x: number, y: number) => void;
  drop: (kept: boolean) => void;
  hover: (x: number, y: number) => void;
}

/** So many pixels a finger may slip before a tap is none. */
const SLIP = 6;

export class Pointers {
  #doing: Doing;
  #down = new Map<number, { px: number; py: number }>();
  #who = "";
  #from = { px: 0, py: 0 };
  #kind: "tap" | "pan" | "drag" | "pinch" | "none" = "none";

  constructor(doing: Doing) {
    this.#doing = doing;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const now = place(event);
    this.#down.set(event.pointerId, now);
    if (this.#down.size > 1) {
      if (this.#kind === "drag") this.#doing.drop(false);
      this.#kind = "pinch";
      return;
    }
    this.#from = now;
    this.#kind = "tap";
    this.#who = (event.target as Element).closest<SVGElement>("[data-who]")?.dataset.who ?? "";
  }

  move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId);
    const now = place(event);
    if (!before) {
      if (event.pointerType === "mouse") this.#doing.hover(...this.#doing.at(now.px, now.py));
      return;
    }
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    this.#down.set(event.pointerId, now);
    if (this.#kind === "pinch" && other) return this.#pinched(before, now, other);
    if (this.#kind === "tap" && Math.hypot(now.px - this.#from.px, now.py - this.#from.py) > SLIP)
      this.#kind = this.#who && this.#doing.grabs(this.#who) ? "drag" : "pan";
    if (this.#kind === "pan") this.#doing.pan(now.px - before.px, now.py - before.py);
    if (this.#kind === "drag") this.#doing.drag(this.#who, ...this.#doing.at(now.px, now.py));
  }

  up(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    const { px, py } = place(event);
    if (this.#kind === "tap") this.#doing.tap(...this.#doing.at(px, py), this.#who);
    if (this.#kind === "drag") this.#doing.drop(true);
    this.#kind = this.#down.size ? "pan" : "none";
  }

  cancel(event: PointerEvent): void {
    this.#down.delete(event.pointerId);
    if (this.#kind === "drag") this.#doing.drop(false);
    this.#kind = "none";
  }

  #pinched(before: Point, now: Point, other: Point): void {
    const [old, fresh] = [before, now].map((one) => Math.max(20, Math.hypot(one.px - other.px, one.py - other.py)));
    this.#doing.pan((now.px - before.px) / 2, (now.py - before.py) / 2);
    this.#doing.zoom(fresh! / old!, (now.px + other.px) / 2, (now.py + other.py) / 2);
  }
}

interface Point {
  px: number;
  py: number;
}

function place(event: PointerEvent): Point {
  const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
  return { px: event.clientX - left, py: event.clientY - top };
}
