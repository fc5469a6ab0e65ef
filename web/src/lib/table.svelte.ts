// A table as this page knows it: its socket, what the seat may see, and the commands not yet acknowledged.
import { ApiError, get, of, said } from "./api";
import { keep, kept, randomHex } from "./ids";
import type { Answer, Asked, Deed, FigureSeen, Frame, Item, Seen, Snapshot, TableSeen } from "./protocol";
import { anew, became, draftOf, stillOpen, type Done, type Waiting } from "./waiting";

export type { Done, Waiting };
export type Connection = "connecting" | "open" | "broken" | "ended";

const LEAST_PAUSE = 400;
const MOST_PAUSE = 10_000;
/** After so long without a message a connection is made anew when the page is looked at again. */
const SILENCE = 30_000;
/** So long a command may wait for its answer before the connection is made anew. */
const UNANSWERED = 10_000;

export class Room {
  readonly id: string;
  connection: Connection = $state("connecting");
  /** Why the connection ended, or cannot be made. */
  trouble = $state("");
  table: TableSeen | null = $state.raw(null);
  view: Seen | null = $state.raw(null);
  log: Item[] = $state.raw([]);
  earlier = $state(false);
  present: string[] = $state.raw([]);
  /** An act was made, and the game master decides what comes of it. */
  deciding = $state(false);
  waiting: Waiting[] = $state.raw([]);
  n = $state(-1);
  /** Called with each batch of items that are new. */
  heard: (items: Item[]) => void = () => {};

  #socket: WebSocket | null = null;
  #pause = LEAST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #held: ReturnType<typeof setTimeout> | undefined;
  #last = 0;
  #answers = new Map<string, (done: Done) => void>();
  #closed = false;
  #name: string;
  /** Commands that were stale, to be sent again when the newer state is here. */
  #late: Waiting[] = [];

  constructor(id: string) {
    this.id = id;
    this.#name = `certamen:${id}:waiting`;
    this.waiting = kept<Waiting[]>(this.#name, []);
  }

  /** Opens the connection and keeps it; returns how to stop. */
  open(): () => void {
    // A phone that slept may hold a socket that is dead without knowing it.
    const again = () => {
      if (document.visibilityState !== "visible" || this.connection === "ended") return;
      if (this.connection === "broken") this.#connect();
      else if (Date.now() - this.#last > SILENCE) this.#reconnect();
    };
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    this.#watch = setInterval(() => this.#look(), 5_000);
    this.#connect();
    return () => {
      this.#closed = true;
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
      clearInterval(this.#watch);
      clearTimeout(this.#timer);
      this.#socket?.close();
    };
  }

  /** Tries again now. */
  retry(): void {
    this.#pause = LEAST_PAUSE;
    this.#connect();
  }

  /** Nothing, while the game master decides what comes of an act: the view is then as it was before that act. */
  get asked(): Asked[] {
    return (!this.deciding && this.view?.asked) || [];
  }

  get mine(): Asked[] {
    return this.asked.filter((one) => one.mine);
  }

  figure(who: string): FigureSeen | undefined {
    return this.view?.figures.find((one) => one.id === who);
  }

  name(who: string): string {
    return who === "gm" ? "the game master" : (this.figure(who)?.name ?? who);
  }

  /** The number of a side's colour and shape, 1 to 6, in the order in which this seat met the sides. */
  side(side: string): number {
    const sides = [...new Set(this.view?.figures.map((one) => one.side))];
    return (Math.max(0, sides.indexOf(side)) % 6) + 1;
  }

  // --- commands -----------------------------------------------------------------------------------------------

  /** Sends a deed; `words` say what it is while it waits. `free`: it depends on nothing seen. */
  send(deed: Deed, words: string, free = false): Promise<Done> {
    return this.#submit({ id: randomHex(24), deed, n: free ? null : this.n, words });
  }

  /** Tries once more what was not done. */
  async again({ id, deed, n, words }: Waiting): Promise<void> {
    this.forget(id);
    this.hold(await this.#submit({ id: randomHex(24), deed: anew(deed, this.mine), n: n === null ? null : this.n, words }));
  }

  /** Keeps in view, at the head of the page, the last refusal that nothing else shows. */
  hold({ done, reason, rule, of }: Done): void {
    if (!done && of) this.#keep([...this.waiting.filter((one) => !one.reason && one.id !== of.id), { ...of, reason, rule }]);
  }

  forget(id: string): void {
    this.#keep(this.waiting.filter((one) => one.id !== id));
  }

  #submit(waiting: Waiting): Promise<Done> {
    this.#keep([...this.waiting, waiting]);
    this.#put(waiting);
    return new Promise((told) => this.#answers.set(waiting.id, told));
  }

  #put({ id, deed, n }: Waiting): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id, deed, n }));
  }

  #keep(waiting: Waiting[]): void {
    this.waiting = waiting;
    keep(this.#name, waiting.length ? waiting : undefined);
  }

  #answered(answer: Answer): void {
    const waiting = this.waiting.find((one) => one.id === answer.id);
    if (waiting && answer.stale && !waiting.stale) {
      this.#late.push({ ...waiting, stale: true });
      if (waiting.n !== null && this.n > waiting.n) this.#catchUp();
      return;
    }
    this.#tell(answer, waiting);
  }

  /** Sends again, once, what was stale, where what it answers is still asked and its offer open; else says so. */
  #catchUp(): void {
    const late = this.#late;
    this.#late = [];
    for (const waiting of late) {
      if (!stillOpen(waiting.deed, this.view)) {
        this.#tell({ type: "answer", id: waiting.id, done: false, stale: true }, waiting);
        continue;
      }
      const next = { ...waiting, id: randomHex(24), n: this.n };
      const told = this.#answers.get(waiting.id);
      this.#answers.delete(waiting.id);
      if (told) this.#answers.set(next.id, told);
      this.#keep(this.waiting.map((one) => (one.id === waiting.id ? next : one)));
      this.#put(next);
    }
  }

  #tell(answer: Answer, waiting: Waiting | undefined): void {
    const done = became(answer, waiting);
    const told = this.#answers.get(answer.id);
    this.#answers.delete(answer.id);
    // A refusal in view goes when what was sent after it is done.
    const sent = this.waiting.findIndex((one) => one.id === answer.id);
    this.#keep(this.waiting.filter((one, k) => k !== sent && !(answer.done && one.reason && k < sent)));
    const deed = waiting?.deed;
    if (answer.done && deed?.do === "act" && deed.text !== undefined) keep(draftOf(this.id, deed.actor, deed.verb), undefined);
    if (told) told(done);
    else this.hold(done);
  }

  #frame(frame: Frame): void {
    switch (frame.type) {
      case "answer":
        return this.#answered(frame);
      case "snapshot":
        return this.#snapshot(frame);
      case "presence":
        this.present = frame.seats;
        return;
      case "bye":
        this.trouble = frame.reason;
        return;
    }
    if (frame.n <= this.n) return;
    if (frame.n !== this.n + 1) return this.#reconnect();
    this.n = frame.n;
    clearTimeout(this.#held);
    // Mostly what comes of it follows at once.
    if (frame.type === "deciding") this.#held = setTimeout(() => (this.deciding = true), 200);
    else this.deciding = !!frame.deciding;
    if (frame.type === "update") {
      if (frame.table) this.table = frame.table;
      if (frame.view) this.view = frame.view;
      if (frame.log?.length) this.#items(frame.log);
    }
    this.#catchUp();
  }

  #snapshot(frame: Snapshot): void {
    const first = this.n < 0;
    const before = this.log.at(-1)?.key ?? 0;
    clearTimeout(this.#held);
    const { n, table, view, log, earlier, deciding } = frame;
    Object.assign(this, { n, table, view, log, earlier, deciding });
    const fresh = first ? [] : frame.log.filter((item) => item.key > before);
    if (fresh.length) this.heard(fresh);
    this.#catchUp();
  }

  #items(items: Item[]): void {
    const last = this.log.at(-1)?.key ?? 0;
    const changed = new Map(items.map((item) => [item.key, item]));
    const fresh = items.filter((item) => item.key > last);
    this.log = [...this.log.map((item) => changed.get(item.key) ?? item), ...fresh];
    if (fresh.length) this.heard(fresh);
  }

  /** Fetches items of the log before those that are here. */
  async more(count = 200): Promise<void> {
    const before = this.log[0]?.key ?? 0;
    const told = await get<{ items: Item[]; earlier: boolean }>(of(this.id, `log?before=${before}&count=${count}`));
    this.log = [...told.items.filter((item) => item.key < before), ...this.log];
    this.earlier = told.earlier;
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#socket) return;
    if (this.n < 0) this.connection = "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const from = this.n < 0 ? "" : `?n=${this.n}`;
    const socket = new WebSocket(`${scheme}://${location.host}${of(this.id, "socket")}${from}`);
    this.#socket = socket;
    this.#last = Date.now();
    socket.onopen = () => {
      this.connection = "open";
      this.trouble = "";
      this.#pause = LEAST_PAUSE;
      for (const waiting of this.waiting) if (!waiting.reason) this.#put(waiting);
    };
    socket.onmessage = (message) => {
      this.#last = Date.now();
      this.#frame(JSON.parse(message.data));
    };
    socket.onclose = () => this.#lost(socket);
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    if (this.#closed) return;
    this.connection = "broken";
    void this.#ask();
  }

  /** Asks over plain HTTP whether the seat still stands; then tries the socket again after a pause. */
  async #ask(): Promise<void> {
    try {
      const told = await get<Snapshot>(of(this.id, "snapshot"));
      if (this.n < 0) this.#snapshot(told);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401 || status === 403 || status === 404) {
        this.connection = "ended";
        this.view = null;
        this.trouble ||= said(error);
        return;
      }
      this.trouble = said(error);
    }
    if (this.#closed) return;
    const pause = this.#pause * (0.75 + Math.random() / 2);
    this.#pause = Math.min(this.#pause * 2, MOST_PAUSE);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  #reconnect(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#connect();
  }

  #look(): void {
    const unanswered = this.waiting.some((one) => !one.reason);
    if (this.connection === "open" && unanswered && Date.now() - this.#last > UNANSWERED) this.#reconnect();
  }
}
