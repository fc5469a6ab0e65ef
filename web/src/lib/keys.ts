// Keys of the page: one list, shown by `?`.
import { settings } from "./attention.svelte";

export interface Key {
  key: string;
  what: string;
  run: () => void;
}

/** Listens for the keys while the page is open, except while someone types; returns how to stop. */
export function listen(keys: () => Key[]): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    const typing = target.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog[open], [contenteditable]");
    if (typing || (!settings.letters && event.key !== "?")) return;
    const found = keys().find((one) => one.key === event.key);
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}
