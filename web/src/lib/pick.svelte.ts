// Choosing on the map: a form asks for a place, the map shows the options and takes one.
import type { PlacesField } from "./protocol";

export interface Pick {
  who: string;
  title: string;
  field: PlacesField;
  /** Where the field's options lie, in centimetres: points[i] of options[i]. */
  points: [number, number][];
  chosen: string;
  take: (option: string) => void;
}

/** A figure that the open form offers: how far it is or what else its option notes, and whether it is chosen. */
export interface Target {
  id: string;
  note: string;
  chosen: boolean;
}

interface Picking {
  /** What is being chosen now, or null. */
  now: Pick | null;
  /** What a figure on the map is for when it is tapped, or null. */
  token: ((who: string) => void) | null;
  /** The figures it may be. */
  targets: Target[];
}

export const picking: Picking = $state({ now: null, token: null, targets: [] });
