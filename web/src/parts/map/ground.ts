// A map's ground as the server draws it (certamen.table.ground): fetched once for each key, and read by points.
import { get, of } from "../../lib/api";

export interface Named {
  name: string;
  path: string;
  x: number;
  y: number;
}

export interface Door {
  id: string;
  open: boolean;
  locked: boolean;
  about: string;
  path: string;
  frame: string;
  x: number;
  y: number;
}

/** Lengths and coordinates are centimetres; paths are SVG's. rows: [y, x of the first cell, its column, how many]. */
export interface Ground {
  width: number;
  height: number;
  grid: "square" | "hex" | "free";
  cell: number;
  view: [number, number, number, number];
  tile: string;
  net: { width: number; height: number; path: string } | null;
  rows: [number, number, number, number][];
  walls: { kind: "wall" | "low" | "veil"; about: string; path: string }[];
  doors: Door[];
  areas: (Named & { kind: "slow" | "closed" | "open"; about: string })[];
  cover: (Named & { about: string; line: boolean })[];
  marks: (Named & { kind: "exit" | "hide" })[];
}

/** A point of the map that can be named: a cell, or any point of free metres. */
export interface Spot {
  x: number;
  y: number;
  text: string;
}

const known = new Map<string, Promise<Ground>>();
const MOST_KNOWN = 24;

export function fetchGround(table: string, key: string): Promise<Ground> {
  const name = `${table}/${key}`;
  const found = known.get(name);
  if (found) return found;
  const asked = get<Ground>(of(table, `ground/${encodeURIComponent(key)}`));
  known.set(name, asked);
  asked.catch(() => known.delete(name));
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
  return asked;
}

/** The spot nearest to a point, kept on the map: the nearest cell's centre, or the point itself on free metres. */
export function nearest(ground: Ground, x: number, y: number): Spot {
  if (!ground.rows.length) {
    const spot = { x: clamp(Math.round(x), 0, ground.width), y: clamp(Math.round(y), 0, ground.height) };
    return { ...spot, text: `${spot.x / 100},${spot.y / 100}` };
  }
  let best: Spot = { x: 0, y: 0, text: "" };
  let least = Infinity;
  ground.rows.forEach(([down, left, first, count], row) => {
    if ((down - y) ** 2 > least) return;
    const n = clamp(Math.round((x - left) / ground.cell), 0, count - 1);
    const away = (left + n * ground.cell - x) ** 2 + (down - y) ** 2;
    if (away < least) {
      least = away;
      best = { x: left + n * ground.cell, y: down, text: `${first + n},${row}` };
    }
  });
  return best;
}

/** The point nearest to another within a reach, by its place in the list; -1 for none. */
export function within(points: [number, number][], x: number, y: number, reach: number): number {
  let found = -1;
  let least = reach * reach;
  points.forEach(([a, b], place) => {
    const away = (a - x) ** 2 + (b - y) ** 2;
    if (away <= least) [found, least] = [place, away];
  });
  return found;
}

/** The point that lies next in a direction (-1, 0 or 1 each way), straight ones first; -1 for none. */
export function next(points: [number, number][], x: number, y: number, right: number, down: number): number {
  let found = -1;
  let least = Infinity;
  points.forEach(([a, b], place) => {
    const ahead = (a - x) * right + (b - y) * down;
    const aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    if (ahead > 0 && aside <= ahead * 1.8 && ahead + 2 * aside < least) [found, least] = [place, ahead + 2 * aside];
  });
  return found;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Which way keys lead: right and down. */
export const ARROWS: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
