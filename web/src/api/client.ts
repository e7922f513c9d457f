/** One way to call the product API. */

import { createStore } from "../lib/store.ts";
import { session, signOut } from "../session/session.ts";
import { ApiError, problemOf } from "./problem.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Call {
  body?: unknown;
  /** Public calls go without the token, so a stale one cannot spoil them. */
  access?: "user" | "public";
  signal?: AbortSignal;
}

const origin = (import.meta.env.VITE_API_URL ?? "").replace(/\/+$/, "");
const DEADLINE_MS = 20_000;

/** How many calls got no answer at all. Watched by what can find out why. */
export const unanswered = createStore(0);

/** The address of a call; `path` starts after `/v0`. */
export const apiUrl = (path: string): string => `${origin}/v0${path}`;

/** The session is over: forget it, and load the page anew, so that nothing of it stays in memory. */
function leave(): void {
  // Several calls may hear of it; the first one leaves.
  if (session.get().status !== "authenticated") return;
  signOut();
  window.location.assign("/login");
}

export async function call<T>(method: Method, path: string, options: Call = {}): Promise<T> {
  return (await callForPage<T>(method, path, options)).data;
}

/** The same with the answer's headers, for lists that have more pages. */
export async function callForPage<T>(
  method: Method,
  path: string,
  { body, access = "user", signal }: Call = {},
): Promise<{ data: T; headers: Headers }> {
  const headers = new Headers({ Accept: "application/json" });
  if (method !== "GET") headers.set("Content-Type", "application/json");
  const now = session.get();
  if (access === "user" && now.status === "authenticated") headers.set("Authorization", `Token ${now.token}`);
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const response = await fetch(apiUrl(path), {
    method,
    headers,
    body: method === "GET" || body === undefined ? null : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    unanswered.set(unanswered.get() + 1);
    throw new ApiError(0, null);
  });
  if (response.status === 401 && access === "user") leave();
  const text = await response.text().catch(() => "");
  if (!response.ok) throw problemOf(response.status, text);
  return { data: parsed<T>(response.status, text), headers: response.headers };
}

function parsed<T>(status: number, text: string): T {
  if (text === "") return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    // A proxy's page with status 200, say.
    throw new ApiError(status, null);
  }
}
