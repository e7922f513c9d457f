/** Calls of the API for the caller of a request, with the same rights, limits and answers as over HTTP. */

import { toApiError } from "../api/answer.ts";
import type { IncomingCall } from "../api/call.ts";
import { dispatch } from "../api/dispatch.ts";
import { releaseBody } from "../api/input.ts";
import { CALLS, type CallName, type ResponseOf } from "../contract/api.ts";
import type { WaitingOrder } from "../contract/approvals.ts";
import type { ErrorBody } from "../errors.ts";
import { isWaitingOrder } from "../present/approval.ts";
import { ROUTES } from "../routes/index.ts";

interface ToolRequest {
  id?: string;
  /** The `{topic}` of the path. */
  topic?: string;
  query?: Record<string, string | number | boolean | undefined>;
  /** Text, or an object that is sent as JSON. */
  body?: string | object;
}

/** Both throw an `ApiError` for a refused call. */
export interface Api {
  <N extends CallName>(
    name: N,
    request?: ToolRequest,
  ): Promise<{ answer: ResponseOf<N>; link: string | null }>;
  /** For an answer that is not JSON. */
  open(name: CallName, request?: ToolRequest): Promise<Response>;
}

/** The device asks its owner about the caller: the order waits. */
export class Waits extends Error {
  readonly order: WaitingOrder;

  constructor(order: WaitingOrder) {
    super(order.result);
    this.order = order;
  }
}

export function apiFor(incoming: IncomingCall): Api {
  const open: Api["open"] = async (name, { id, topic = "", query = {}, body } = {}) => {
    const { method, path } = CALLS[name];
    const url = new URL(incoming.url.origin);
    // a function: "$&" in a topic is no pattern
    url.pathname = path.replace("{id}", id ?? "").replace("{topic}", () => encodeURIComponent(topic));
    for (const [key, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
    const headers = new Headers(incoming.request.headers);
    headers.delete("Content-Length");
    headers.set("Content-Type", typeof body === "object" ? "application/json" : "text/plain; charset=utf-8");
    headers.set("Accept", "application/json");
    const sent = typeof body === "object" ? JSON.stringify(body) : body;
    const { signal } = incoming.request;
    const request = new Request(url, { method, headers, signal, ...(sent !== undefined && { body: sent }) });
    const { body: _, ...rest } = incoming;
    const call = dispatch({ [method]: name }, ROUTES, { ...rest, request, url, id, isForAssistant: true });
    return call.finally(() => releaseBody(request));
  };
  const ask = async <N extends CallName>(name: N, request?: ToolRequest) => {
    const response = await open(name, request);
    const json: unknown = await response.json();
    if (isWaitingOrder(json)) throw new Waits(json);
    const answer = CALLS[name].response?.parse(json) as ResponseOf<N>;
    return { answer, link: response.headers.get("Link") };
  };
  return Object.assign(ask, { open });
}

/** One sentence, with the names of wrong fields. */
export function sentenceOf(error: unknown): string {
  const body: ErrorBody = toApiError(error).body;
  if ("detail" in body) return body.detail;
  return Object.entries(body.errors)
    .map(([field, sentences]) => `${field}: ${sentences.join(" ")}`)
    .join(" ");
}
