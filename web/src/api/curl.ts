/** Writes an API call as a curl command. */

import { addressOf, apiUrl, type PageCall, type Sent } from "./client.ts";

interface ShellCall extends Sent {
  /** A raw body; `isJson` adds the JSON content type. Without it, `body` is sent as JSON. */
  payload?: string;
  isJson?: boolean;
  /** Adds `-N`: print events as they arrive. */
  stream?: boolean;
}

/** In single quotes a shell keeps every character except the single quote. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `token`: the token, or `$TOKEN` for the shell to replace. */
export function curl(token: string, row: PageCall, sent: ShellCall): string {
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
