// What goes between a page and its table. Written by certamen.table.typescript; do not edit.

export interface Command {
  id: string;
  deed: Deed;
  n?: number | null;
}

export interface Act {
  do: "act";
  actor: string;
  verb: string;
  values?: Record<string, string | number | string[]>;
  request?: string;
  text?: string;
}

export interface Words {
  do: "words";
  text: string;
  request?: string;
}

export interface Acts {
  do: "acts";
  acts: Act[];
}

export interface Default {
  do: "default";
  request: string;
}

export interface Decide {
  do: "decide";
  who: string;
  policy: string;
  once?: boolean;
}

export interface Undo {
  do: "undo";
}

export interface Redo {
  do: "redo";
}

export interface Pause {
  do: "pause";
  on: boolean;
}

export interface Clock {
  do: "clock";
  seconds: Record<string, number>;
}

export interface Invite {
  do: "invite";
  kind: SeatKind;
  name: string;
  characters?: string[];
}

export interface Change {
  do: "change";
  seat: string;
  name: string;
  characters?: string[];
}

export interface Reissue {
  do: "reissue";
  seat: string;
}

export interface Revoke {
  do: "revoke";
  seat: string;
}

export interface Call {
  do: "call";
  who: string[];
  query: string;
  values?: Record<string, number | string>;
  secret?: boolean;
}

export interface Roll {
  do: "roll";
  call: string;
  faces?: number[];
}

export interface Throw {
  do: "throw";
  expression: string;
  who?: string;
  secret?: boolean;
  faces?: number[];
}

export interface Picture {
  do: "picture";
  id: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}

export interface RevealKey {
  do: "reveal-key";
  key: "open" | "secret";
}

export interface GoOn {
  do: "go-on";
}

export interface Answer {
  type: "answer";
  id: string;
  done: boolean;
  reason?: string;
  rule?: string;
  stale?: boolean;
  result?: Record<string, unknown>;
}

export interface Snapshot {
  type: "snapshot";
  n: number;
  table: TableSeen;
  view: Seen | null;
  log: Item[];
  earlier: boolean;
  deciding: boolean;
}

export interface TableSeen {
  id: string;
  title: string;
  ruleset: string;
  version: string;
  you: string;
  gm: boolean;
  seats: SeatSeen[];
  paused: boolean;
  clock: Record<string, number>;
  undo: string;
  redo: string;
  dice: "hand" | "server";
  commitments: [string, string];
  keys: Record<string, string>;
  picture: PictureSeen | null;
  reading: string;
}

export interface SeatSeen {
  id: string;
  kind: SeatKind;
  name: string;
  characters: string[];
  joined: boolean;
  revoked: boolean;
}

export interface PictureSeen {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Seen {
  round: number;
  acting: string;
  order: Turn[];
  waiting: string[];
  figures: FigureSeen[];
  where: Where;
  asked: Asked[];
  unasked: Record<string, OfferSeen[]>;
  calls: CallSeen[];
  objectives: Objective[];
  outcome: Outcome | null;
}

export interface Turn {
  who: string;
  at: number;
  nth: number;
}

export interface FigureSeen {
  id: string;
  name: string;
  side: string;
  status: string;
  words: string;
  own: boolean;
  hidden: boolean;
  player: string;
  policy: string;
  values: Record<string, unknown>;
  sheet: Record<string, unknown>;
  budget: Budget | null;
  effects: Effect[];
}

export interface Budget {
  limits: Record<string, number>;
  spent: Spend[];
}

export type Spend = [kind: string, amount: number, by: string];

export interface Effect {
  id: string;
  name: string;
  bearer: string;
  source?: string;
  until?: Until | null;
  values?: Record<string, number>;
  rule?: string;
  hangs_on?: string;
  to?: string[];
}

export type Until = [when: "round_end" | "round_start" | "turn_end" | "turn_start", nth: number, who: string];

export interface Where {
  kind: "bands" | "map" | "melees" | "nowhere";
  bands?: string[];
  pairs?: [string, string, string][];
  groups?: Record<string, string[]>;
  ground?: string;
  tokens?: Token[];
}

export interface Token {
  who: string;
  x: number;
  y: number;
  z: number;
  size: number;
  place: string;
}

export interface Asked {
  id: string;
  who: string;
  kind: string;
  cause: string;
  default: string;
  mine: boolean;
  until?: number;
  offers?: OfferSeen[];
  held?: Item[];
}

export interface OfferSeen {
  verb: string;
  label: string;
  fields?: Field[];
  cost?: [string, number][];
  rules?: string[];
  closed?: Refusal | null;
  points?: Record<string, [number, number][]>;
}

export interface ChoiceField {
  type: "choice";
  name: string;
  options: Option[];
  most?: number;
  least?: number;
  word?: string;
}

export interface Option {
  id: string;
  label?: string;
  note?: string;
}

export interface NumberField {
  type: "number";
  name: string;
  low: number;
  high: number;
  upto?: string;
  word?: string;
  usual?: number | null;
}

export interface PlacesField {
  type: "places";
  name: string;
  options: Option[];
  free?: boolean;
  word?: string;
}

export interface WordsField {
  type: "words";
  name: string;
  optional?: boolean;
  word?: string;
}

export interface Refusal {
  reason: string;
  rule: string;
}

export interface Item {
  key: number;
  n: number;
  round: number;
  type: string;
  text: string;
  at: number;
  actor?: string;
  target?: string;
  said?: string;
  brief?: string;
  by?: string;
  rules?: string[];
  rulings?: ([string, string | number | boolean])[];
  dice?: Die[];
  parts?: PartSeen[];
  undone?: boolean;
  seen?: string[];
}

export type Die = [roller: string, kind: "open" | "policy" | "secret", n: number, sides: number, face: number, purpose: string];

export interface PartSeen {
  label: string;
  value: number | string;
  source?: string;
  kind?: string;
  counted?: boolean;
  why?: string;
}

export interface CallSeen {
  id: string;
  who: string;
  title: string;
  mine: boolean;
}

export interface Objective {
  id: string;
  side: string;
  title: string;
  needs: string[];
  by_round?: number;
}

export interface Outcome {
  ended: boolean;
  winner: string;
  reason: string;
}

export interface Update {
  type: "update";
  n: number;
  table?: TableSeen | null;
  view?: Seen | null;
  log?: Item[];
  deciding?: boolean;
}

export interface Deciding {
  type: "deciding";
  n: number;
}

export interface Presence {
  type: "presence";
  seats: string[];
}

export interface Bye {
  type: "bye";
  reason: string;
}

export type SeatKind =
  | "owner"
  | "gm"
  | "player"
  | "spectator"
  | "screen";

export type Deed =
  | Act
  | Words
  | Acts
  | Default
  | Decide
  | Undo
  | Redo
  | Pause
  | Clock
  | Invite
  | Change
  | Reissue
  | Revoke
  | Call
  | Roll
  | Throw
  | Picture
  | RevealKey
  | GoOn;

export type Field =
  | ChoiceField
  | NumberField
  | PlacesField
  | WordsField;

export type Frame =
  | Answer
  | Snapshot
  | Update
  | Deciding
  | Presence
  | Bye;
