// What is said aloud to those who listen; parts/Live.svelte holds the regions.

export const said = $state({ polite: "", urgent: "" });

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says it when the reader is free; things said within a moment are said together. */
export function say(text: string): void {
  waiting.push(text);
  timer ??= setTimeout(() => {
    said.polite = waiting.slice(-6).join(". ");
    waiting = [];
    timer = undefined;
  }, 150);
}

/** Says it at once: a decision that waits, a broken connection. */
export function sayNow(text: string): void {
  said.urgent = "";
  setTimeout(() => (said.urgent = text), 50);
}
