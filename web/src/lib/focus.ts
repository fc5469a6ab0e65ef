// Where the keyboard goes when what it stood on is gone or something new has come.
import { tick } from "svelte";

const CONTROLS = "input, select, textarea, button, summary";

/** The first control in what the selector finds last within a part of the page, once it is drawn. */
export async function focusLast(within: HTMLElement | undefined, selector: string): Promise<void> {
  await tick();
  const found = within?.querySelectorAll<HTMLElement>(selector);
  const last = found?.[found.length - 1];
  (last?.matches(CONTROLS) ? last : last?.querySelector<HTMLElement>(CONTROLS))?.focus();
}
