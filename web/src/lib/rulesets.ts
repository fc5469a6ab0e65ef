// What the server tells of a ruleset, for the form that builds an encounter and the checks one may ask for.
import type { Data, Schema } from "./schema";

export interface Ruling {
  name: string;
  rule: string;
  default: string | number;
  reason: string;
  choices?: [string, string][] | null;
  bounds?: [number, number] | null;
  per?: string;
}

export interface QueryKey {
  name: string;
  meaning: string;
  default: number | string | null;
  kind: "number" | "flag" | "choice" | "text";
  low: number;
  high: number;
  choices: string[];
}

export interface Query {
  name: string;
  title: string;
  keys: QueryKey[];
}

export interface RulesetTold {
  name: string;
  title: string;
  version: string;
  rules: { id: string; text: string }[];
  rulings: Ruling[];
  policies: string[];
  queries: Query[];
  sheet: Schema;
  scene: Schema;
  starter: string;
}

/** An encounter as the form holds it: as its file says it, as plain data. */
export interface EncounterForm {
  certamen: 1;
  ruleset: string;
  title: string;
  shown: string;
  gm_dice: string;
  review: boolean;
  rulings: Data;
  scene: Data;
  objectives: Data[];
  participants: Data[];
}

export function emptyForm(ruleset: string): EncounterForm {
  return {
    certamen: 1,
    ruleset,
    title: "My encounter",
    shown: "words",
    gm_dice: "open",
    review: false,
    rulings: {},
    scene: {},
    objectives: [],
    participants: [],
  };
}
