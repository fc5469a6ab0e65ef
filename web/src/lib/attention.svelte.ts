// Whose decision waits, told outside the page's text too: tab title, icon, a buzz, a notification where allowed.
import { keep, kept } from "./ids";

interface Settings {
  buzz: boolean;
  notify: boolean;
  /** Keys of a single letter work; some who dictate or type with difficulty want them off. */
  letters: boolean;
}

export const settings: Settings = $state({ buzz: true, notify: false, letters: true, ...kept("certamen:settings", {}) });

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  keep("certamen:settings", $state.snapshot(settings));
}

export const canBuzz = typeof navigator !== "undefined" && "vibrate" in navigator;
export const canNotify = typeof Notification !== "undefined" && window.isSecureContext;

/** Turns notifications on, after the browser's own question. */
export async function allowNotices(on: boolean): Promise<void> {
  if (on && canNotify && Notification.permission !== "granted") await Notification.requestPermission();
  change({ notify: on && canNotify && Notification.permission === "granted" });
}

/** Shows on the tab that a decision of this seat waits, or not. */
export function badge(asked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("#icon");
  const path = asked ? "/assets/icon-asked.svg" : "/assets/icon.svg";
  if (icon && icon.getAttribute("href") !== path) icon.setAttribute("href", path);
}

/** Someone at this page must decide: a buzz, and a notice when the page is not in sight. */
export function call(title: string, text: string): void {
  if (settings.buzz && canBuzz && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(80);
  if (!settings.notify || !canNotify || document.visibilityState === "visible") return;
  try {
    const notice = new Notification(title, { body: text, tag: "certamen" });
    notice.onclick = () => window.focus();
  } catch {
    // some phones know notifications only from service workers: the tab's title and badge must do
  }
}
