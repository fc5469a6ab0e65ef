// Which page an address means, and going to another without loading anew.

export interface Route {
  page: string;
  table: string;
}

const ALONE: Record<string, string> = {
  "/": "Start",
  "/join": "Join",
  "/new": "Builder",
  "/maps": "Maps",
  "/verify": "Verify",
};

const OF_A_TABLE: Record<string, string> = {
  "": "Play",
  screen: "Screen",
  replay: "Replay",
  prepare: "Prepare",
  thread: "Thread",
  log: "LogPrint",
};

export function read(path: string): Route {
  const [, first, table, rest = ""] = path.split("/");
  if (first === "t" && table && OF_A_TABLE[rest]) return { page: OF_A_TABLE[rest], table };
  return { page: ALONE[path] ?? "Lost", table: "" };
}

/** Where a table's page lies: `at(id)`, `at(id, "log")`. */
export function at(table: string, rest = ""): string {
  return rest ? `/t/${table}/${rest}` : `/t/${table}`;
}

const MOVED = "certamen:moved";

export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  dispatchEvent(new Event(MOVED));
}

/** Calls `moved` with each new route; returns how to stop. Plain clicks on our own links go without loading. */
export function watch(moved: (route: Route) => void): () => void {
  const told = () => moved(read(location.pathname));
  const clicked = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname === location.pathname && link.hash) return;
    if (read(link.pathname).page === "Lost") return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener("popstate", told);
  addEventListener(MOVED, told);
  document.addEventListener("click", clicked);
  return () => {
    removeEventListener("popstate", told);
    removeEventListener(MOVED, told);
    document.removeEventListener("click", clicked);
  };
}
