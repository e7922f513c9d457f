/** One JSON line a request, and one a connection. Of the request only its method and path: a query may hold a search, a header a token. */

import { logLine } from "../broker/contract/hidden.ts";
import type { ConnectionEnd } from "../broker/ports.ts";

export interface Served {
  requestId: string;
  account: string | undefined;
  request: Request;
  status: number;
  /** Milliseconds since 1970. */
  started: number;
  error: unknown;
}

/** `failures`: what a server in front of the Worker has logged already is not worth a second line. */
export type RequestLog = "all" | "failures";

export function logRequest(which: RequestLog, served: Served): void {
  const { requestId, account, request, status, started, error } = served;
  if (which === "failures" && status < 500) return;
  const line = {
    level: status >= 500 ? "error" : "info",
    event: "request",
    request_id: requestId,
    account,
    method: request.method,
    path: withoutIds(new URL(request.url).pathname),
    status,
    ms: Date.now() - started,
    ...(status >= 500 ? { reason: reasonOf(error) } : {}),
  };
  if (status >= 500) console.error(logLine(line));
  else console.log(logLine(line));
}

/** An MQTT reason from here on is a failure. */
const FAILURE = 0x80;

export function logConnection(which: RequestLog, { code, words, ...end }: ConnectionEnd): void {
  if (which === "failures" && code < FAILURE) return;
  const { account, kind, clientId: client_id, protocol, seconds } = end;
  const { messagesIn: messages_in, messagesOut: messages_out, bytesIn: bytes_in, bytesOut: bytes_out } = end;
  const who = { account, kind, client_id: client_id.slice(0, 200), protocol };
  const traffic = { seconds, messages_in, messages_out, bytes_in, bytes_out };
  const line = { level: "info", event: "connection_end", ...who, code, reason: words, ...traffic };
  console.log(logLine(line));
}

/** A client that named no account on its way in; `account` where it was found. */
export const logNotBrought = (account: string | undefined, error: unknown): void =>
  console.error(logLine({ level: "error", event: "client_not_brought", account, reason: reasonOf(error) }));

/** The audit log has the row that it began with, and nothing of what came of it. */
export const logUnfinishedAction = (error: unknown): void =>
  console.error(logLine({ level: "error", event: "action_not_finished", reason: reasonOf(error) }));

/** The sentence names the variable: whoever set it reads it here. */
export const logMisconfigured = (sentence: string): void =>
  console.error(logLine({ level: "error", event: "misconfigured", reason: sentence }));

/** Lines of one call stand together; and no path tells whose thing it was. */
const withoutIds = (path: string): string =>
  path
    .replace(/^(\/v0\/messages\/).+/, "$1{topic}")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "{id}")
    .slice(0, 200);

/** What an unexpected error says of itself: the messages of D1 and of the runtime hold no values that people gave. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : "unknown";
