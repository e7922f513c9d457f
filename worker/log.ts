/**
 * One JSON line per request and per connection. Of a request only method and path: a query may contain a search, a
 * header a token.
 */

import { logLine } from "../broker/contract/json.ts";
import type { ConnectionEnd } from "../broker/ports.ts";
import { withoutSecrets } from "./contract/redact.ts";

export interface Served {
  requestId: string;
  /** The name of the account that the call was about. */
  account: () => string | undefined;
  request: Request;
  status: number;
  /** Milliseconds since 1970. */
  started: number;
  error: unknown;
}

/** `failures`: a proxy in front of the Worker has logged the rest. */
export type RequestLog = "all" | "failures";

export function logRequest(which: RequestLog, served: Served): void {
  const { requestId, account, request, status, started, error } = served;
  if (which === "failures" && status < 500) return;
  const line = {
    level: status >= 500 ? "error" : "info",
    event: "request",
    request_id: requestId,
    account: account(),
    method: request.method,
    path: withoutIds(new URL(request.url).pathname),
    status,
    ms: Date.now() - started,
    ...(status >= 500 ? { reason: reasonOf(error) } : {}),
  };
  if (status >= 500) console.error(logLine(line));
  else console.log(logLine(line));
}

/** MQTT reasons from here on are failures. */
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

/** A client whose URL names no account; `account` if it was found. */
export const logAccountNotReached = (account: string | undefined, error: unknown): void =>
  console.error(logLine({ level: "error", event: "account_not_reached", account, reason: reasonOf(error) }));

/** The audit log has the row of the call, but not its outcome. */
export const logUnfinishedAction = (error: unknown): void =>
  console.error(logLine({ level: "error", event: "action_not_finished", reason: reasonOf(error) }));

/** The sentence names the variable, for the person who set it. */
export const logMisconfigured = (sentence: string): void =>
  console.error(logLine({ level: "error", event: "misconfigured", reason: sentence }));

/** Groups lines of one call; a path with an id shows no owner. */
const withoutIds = (path: string): string =>
  withoutSecrets(path)
    .replace(/^(\/v0\/messages\/).+/, "$1{topic}")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "{id}")
    .slice(0, 200);

/** The message of an unexpected error: those of D1 and of the runtime contain no user data. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : "unknown";
