// What is read of a point of the map: who stands there, what it costs to go there, what the ground is like.
import type { Target } from "../../lib/pick.svelte";
import type { Option, Token } from "../../lib/protocol";
import type { Room } from "../../lib/table.svelte";
import { within, type Ground, type Spot } from "./ground";

export interface Scene {
  room: Room;
  ground: Ground;
  tokens: Token[];
  options: Option[];
  points: [number, number][];
  /** The place of the chosen option in the list, -1 for none. */
  chosen: number;
  picking: boolean;
  targets: Map<string, Target>;
  away: Record<string, string>;
  selected: string;
  /** Centimetres of a pixel. */
  pixel: number;
  svg: SVGSVGElement | undefined;
}

/** So many pixels beside a place a finger still means it. */
const NEAR = 22;

/** The option that lies nearest to a point, within reach of a finger; -1 for none. */
export function nearOption({ points, ground, pixel }: Scene, x: number, y: number): number {
  return within(points, x, y, Math.max(ground.cell * 0.71, NEAR * pixel));
}

export function tokenAt({ tokens, pixel }: Scene, x: number, y: number): Token | undefined {
  return tokens.find((token) => Math.hypot(token.x - x, token.y - y) <= Math.max(token.size / 2, 12 * pixel));
}

export function about(scene: Scene, x: number, y: number, spot: Spot): string {
  const { tokens, options, points, chosen, picking } = scene;
  const k = nearOption(scene, x, y);
  const same = k < 0 ? [] : options.filter((_, other) => String(points[other]) === String(points[k]));
  const option = same.find((one) => one === options[chosen]) ?? options[k];
  const there = tokens.filter((token) => Math.hypot(token.x - x, token.y - y) <= token.size * 0.6);
  const parts = [option?.id ?? spot.text, ...there.map((token) => describe(scene, token))];
  if (option) parts.push([option.label, option.note].filter(Boolean).join(", ") || "can be chosen");
  else if (picking && !there.length) parts.push("not to be chosen");
  if (same.length > 1) parts.push("again for another height");
  return [...new Set([...parts, ...groundAt(scene, x, y)])].join(" · ");
}

export function describe({ room, targets, away, selected }: Scene, token: Token): string {
  const figure = room.figure(token.who);
  const target = targets.get(token.who);
  const parts = [
    figure?.name ?? token.who,
    figure?.status === "in" ? "" : figure?.status,
    figure?.words,
    token.z && `${token.z / 100} m up`,
    target?.note,
    target && (target.chosen ? "chosen" : "can be chosen"),
    away[token.who] && `${away[token.who]} from ${room.name(selected)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

function groundAt({ svg, ground }: Scene, x: number, y: number): string[] {
  if (!svg) return [];
  const at = svg.createSVGPoint();
  [at.x, at.y] = [x, y];
  const shapes = [...svg.querySelectorAll<SVGPathElement>("[data-about]")].filter((shape) => shape.isPointInFill(at));
  const doors = ground.doors.filter((door) => Math.hypot(door.x - x, door.y - y) < ground.cell * 0.8);
  return [...shapes.map((shape) => shape.dataset.about!), ...doors.map((door) => `door ${door.id}, ${door.about}`)];
}
