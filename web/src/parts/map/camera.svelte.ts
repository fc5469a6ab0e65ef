// What part of a map is seen: moved, drawn nearer and further; within the map's bounds.
import { clamp } from "./ground";

/** What the buttons over the map take of its height, in pixels. */
const HEAD = 48;

type Box = [number, number, number, number];

export class Camera {
  /** The middle of what is seen and how many pixels a centimetre has. */
  x = $state(0);
  y = $state(0);
  scale = $state(0.1);
  /** The element's size in pixels. */
  width = $state(0);
  height = $state(0);
  /** Whether somebody has moved it: then it stays where it is. */
  moved = false;
  #map: Box;
  #cell: number;
  #large: number;

  /** large: how many times larger than on a screen at hand signs and letters are. */
  constructor(map: Box, cell: number, large = 1) {
    this.#large = large;
    this.#map = map;
    this.#cell = cell;
    [this.x, this.y] = [map[0] + map[2] / 2, map[1] + map[3] / 2];
  }

  get viewBox(): string {
    const [w, h] = [this.width / this.scale, this.height / this.scale];
    return `${this.x - w / 2} ${this.y - h / 2} ${Math.max(1, w)} ${Math.max(1, h)}`;
  }

  /** Centimetres of a pixel, as signs and letters are drawn. */
  get pixel(): number {
    return this.#large / this.scale;
  }

  /** How many pixels a cell is wide. */
  get cell(): number {
    return this.#cell * this.scale;
  }

  /** The whole map below the buttons. */
  get #whole(): number {
    return Math.min(this.width / this.#map[2], Math.max(this.height - HEAD, this.height / 2) / this.#map[3]);
  }

  fit(): void {
    this.moved = false;
    this.#set(this.#map[0] + this.#map[2] / 2, this.#map[1] + this.#map[3] / 2, this.#whole);
    const spare = this.height - this.#map[3] * this.scale;
    if (spare < 2 * HEAD) this.y -= (HEAD - spare / 2) / this.scale;
  }

  /** All of it where cells are large enough to be told apart then, else what lies around a point. */
  open(x: number, y: number, least = 26 * this.#large): void {
    if (this.#whole * this.#cell >= least) this.fit();
    else this.#set(x, y, least / this.#cell, 2);
  }

  /** Brings places into sight, no nearer than now; what lies around a point, where cells would be too small for all. */
  showAll(places: [number, number][], x: number, y: number, least = 20): void {
    const all: [number, number][] = [...places, [x, y]];
    if (all.every(([a, b]) => this.sees(a, b))) return;
    const [xs, ys] = [all.map(([a]) => a), all.map(([, b]) => b)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [w, h] = [right - left + 2 * this.#cell, bottom - top + 2 * this.#cell];
    const scale = Math.min(this.scale, this.width / (w * 1.05), (this.height - HEAD) / (h * 1.05));
    if (scale * this.#cell < least) this.#set(x, y, least / this.#cell, 2);
    else this.#set((left + right) / 2, (top + bottom) / 2, scale, 2);
  }

  /** Whether a point is in sight, a little off the border. */
  sees(x: number, y: number): boolean {
    const margin = 24;
    return (
      Math.abs(x - this.x) * this.scale < this.width / 2 - margin && Math.abs(y - this.y) * this.scale < this.height / 2 - margin
    );
  }

  /** Moves by pixels. */
  pan(right: number, down: number): void {
    this.moved = true;
    this.#set(this.x - right / this.scale, this.y - down / this.scale, this.scale);
  }

  /** Nearer or further by a factor; the point under the pixel (from the upper left) stays where it is. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    this.moved = true;
    const [x, y] = this.at(px, py);
    const scale = clamp(this.scale * factor, this.#whole * 0.8, Math.max(this.#whole, 160 / this.#cell));
    this.#set(x - (px - this.width / 2) / scale, y - (py - this.height / 2) / scale, scale);
  }

  wheel(event: WheelEvent & { currentTarget: Element }): void {
    event.preventDefault();
    const { left, top } = event.currentTarget.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX - left, event.clientY - top);
  }

  /** The point of the map under a pixel. */
  at(px: number, py: number): [number, number] {
    return [this.x + (px - this.width / 2) / this.scale, this.y + (py - this.height / 2) / this.scale];
  }

  #set(x: number, y: number, scale: number, kept = 4): void {
    this.scale = scale;
    this.x = this.#kept(x, this.#map[0], this.#map[2], this.width / scale, kept);
    this.y = this.#kept(y, this.#map[1], this.#map[3], this.height / scale, kept);
  }

  /** The middle, at least half (kept 2) or a quarter (kept 4) of what is seen away from the map's border. */
  #kept(middle: number, low: number, size: number, seen: number, kept: number): number {
    if (seen >= size) return low + size / 2;
    return clamp(middle, low + seen / kept, low + size - seen / kept);
  }
}
