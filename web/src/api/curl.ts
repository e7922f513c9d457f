/** A call of the API as a command for a shell. */

import type { CallRow } from "../../../worker/contract/public-calls.ts";
import { addressOf, apiUrl, type Sent } from "./client.ts";

interface ShellCall extends Sent {
  /** The body as it is; by `isJson` with the type of JSON. Without it, `body` is sent as JSON. */
  payload?: string;
  isJson?: boolean;
  /** Prints at once what arrives: the answer does not end. */
  stream?: boolean;
}

/** In single quotes a shell reads every character but the single quote as itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `token`: the token itself, or `$TOKEN`, which the shell replaces. */
export function curl(token: string, row: CallRow, sent: ShellCall): string {
  const { body, isJson = body !== undefined, stream } = sent;
  const payload = body === undefined ? sent.payload : JSON.stringify(body);
  const address = addressOf(row, sent);
  return [
    `curl ${stream ? "-N " : ""}-H "Authorization: Bearer ${token}"`,
    ...(isJson ? ["-H 'Content-Type: application/json'"] : []),
    ...(payload === undefined ? [] : [`-d ${quoted(payload)}`]),
    quoted(address.startsWith("/") ? apiUrl() + address : address),
  ].join(" \\\n  ");
}
