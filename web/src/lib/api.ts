// Asking the server, and its errors as one kind of error.

export interface Problem {
  line?: number;
  column?: number;
  path?: string;
  message: string;
  expected?: string;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    reason: string,
    readonly rule = "",
    readonly problems: Problem[] = [],
  ) {
    super(reason);
  }
}

export const NO_ANSWER = "The server does not answer. Is it running, and is this device on its network?";

async function ask(method: string, path: string, body?: BodyInit, type?: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { method, body, headers: type ? { "content-type": type } : {}, credentials: "same-origin" });
  } catch {
    throw new ApiError(0, NO_ANSWER);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<ApiError> {
  const told = await response.json().catch(() => null);
  const error = told?.error;
  if (!error) return new ApiError(response.status, `The server refused this (${response.status}).`);
  return new ApiError(response.status, error.reason, error.rule, error.problems);
}

/** JSON from the server; throws ApiError. */
export async function get<T>(path: string): Promise<T> {
  return (await ask("GET", path)).json();
}

/** Sends JSON (or, where it is a Blob or text with `type`, that as it is) and gives the answer. */
export async function post<T>(path: string, body: unknown = {}, type = "application/json"): Promise<T> {
  const raw = body instanceof Blob || type !== "application/json";
  const response = await ask("POST", path, raw ? (body as BodyInit) : JSON.stringify(body), type);
  return response.status === 204 ? (undefined as T) : response.json();
}

/** As `post`, where the answer is text (a QR code's SVG). */
export async function postText(path: string, body: unknown): Promise<string> {
  return (await ask("POST", path, JSON.stringify(body), "application/json")).text();
}

export async function remove(path: string): Promise<void> {
  await ask("DELETE", path);
}

/** What an error says, whatever was thrown. */
export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The address of a table's resource: `of(id, "log?count=50")`. */
export function of(table: string, rest: string): string {
  return `/api/tables/${encodeURIComponent(table)}/${rest}`;
}
