/** Makes calls of the API and turns failures into `ApiError`. Features call by name: `call.ts`, `call-public.ts`. */

import type { CALLS, CallName, RequestOf, SearchOf } from "../../../worker/contract/api.ts";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import { apiOrigin } from "../lib/api-origin.ts";
import { ENDED_KEY, sessionStore } from "../lib/safe-storage.ts";
import { createStore } from "../lib/store.ts";
import { isSigningOut, mergeUser, session, signOut } from "../session/session.ts";
import { CallError, problemOf } from "./problem.ts";

/** A list's query parameters. Undefined ones are left out; numbers are sent as text. */
export type CallSearch<N extends CallName> = {
  readonly [K in keyof SearchOf<N>]?:
    | SearchOf<N>[K]
    | (string extends SearchOf<N>[K] ? number : never)
    | undefined;
};

/** The ids in a call's path, by name. */
type Ids<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & Ids<Rest>
  : unknown;

type Given<N extends CallName> = Ids<(typeof CALLS)[N]["path"]> &
  (RequestOf<N> extends undefined ? unknown : { body: RequestOf<N> }) &
  (SearchOf<N> extends undefined ? unknown : { search?: CallSearch<N> });

/** A call's arguments: the ids in its path, its body, its query parameters. */
export type Arguments<N extends CallName> =
  unknown extends Given<N> ? [] : object extends Given<N> ? [given?: Given<N>] : [given: Given<N>];

export interface Sent {
  id?: string;
  scheduleId?: string;
  topic?: string;
  body?: unknown;
  search?: Readonly<Record<string, string | number | undefined>>;
}

export interface Answered<T> {
  data: T;
  headers: Headers;
}

/** Without `access`, a call of the account. */
export type PageCall = Pick<Endpoint, "method" | "path"> & Partial<Pick<Endpoint, "access">>;

/** The API's origin, as programs outside the page use it. */
export const apiUrl = (): string => apiOrigin || window.location.origin;
const DEADLINE_MS = 20_000;

/** The number of calls that got no response. After each, the page checks its MQTT connection. */
export const unanswered = createStore(0);

/** `asked`: the response, if the call is already made. */
export async function answerOf(
  row: PageCall,
  sent: Sent = {},
  asked = fetch(addressOf(row, sent), requestOf(row, sent)),
): Promise<Answered<unknown>> {
  const response = await asked.catch(noAnswer);
  if (response.status === 401 && row.access !== "public") leave();
  const text = await response.text().catch(noAnswer);
  if (response.ok) {
    return { data: parsed(response.status, text), headers: response.headers };
  }
  const problem = problemOf(response.status, text);
  // A signed-in user gets 403 from such a call only when the account is suspended.
  if (response.status === 403 && row.access !== "public") mergeUser({ suspended: problem.detail ?? "" });
  throw problem;
}

export function addressOf(
  { path }: PageCall,
  { id = "", scheduleId = "", topic = "", search = {} }: Sent,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  const query = parameters.size === 0 ? "" : `?${parameters}`;
  const levels = topic.split("/").map(encodeURIComponent).join("/");
  const filled = path.replace("{id}", id).replace("{scheduleId}", scheduleId).replace("{topic}", levels);
  return apiOrigin + filled + query;
}

function requestOf({ method, access }: PageCall, { body }: Sent): RequestInit {
  const headers = new Headers({ Accept: "application/json" });
  if (method !== "GET") headers.set("Content-Type", "application/json");
  const now = session.get();
  // Public calls carry no token, so an expired one cannot make them fail.
  if (access !== "public" && now.status === "authenticated")
    headers.set("Authorization", `Token ${now.token}`);
  const sent = body ?? (method === "POST" ? {} : undefined);
  return {
    method,
    headers,
    body: sent === undefined ? null : JSON.stringify(sent),
    // a deletion that was put off is sent when the page is closed, too
    keepalive: method === "DELETE",
    signal: AbortSignal.timeout(DEADLINE_MS),
  };
}

/** The session ended: delete it, and reload the page, so that no data stays in memory. */
function leave(): void {
  // Several calls may get 401; only the first one reloads the page.
  if (session.get().status !== "authenticated" || isSigningOut()) return;
  signOut();
  sessionStore.write(ENDED_KEY, "1");
  window.location.assign("/login");
}

/** The connection failed before the response or within its body, or the response took too long. */
function noAnswer(): never {
  unanswered.set(unanswered.get() + 1);
  throw new CallError(0, null);
}

function parsed(status: number, text: string): unknown {
  if (status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // For example a proxy's HTML page, or nothing, with status 200.
    throw new CallError(status, null);
  }
}
