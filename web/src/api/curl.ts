/** A call of the API as a command for a shell. */

import { apiUrl } from "./client.ts";

interface ShellCall {
  /** From the root of the API, or with it. */
  address: string;
  method?: "POST" | "DELETE";
  /** Sent as it is. */
  payload?: string;
  /** Sent as JSON. */
  body?: object;
  /** Prints what arrives at once, for answers that do not end. */
  stream?: boolean;
}

/** In single quotes a shell reads every character but the single quote as itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `token`: the token itself, or `$TOKEN`, which the shell replaces. */
export function curl(token: string, { address, method, payload, body, stream }: ShellCall): string {
  const url = address.startsWith("/") ? apiUrl() + address : address;
  const lines = [`curl ${stream ? "-N " : ""}-H "Authorization: Bearer ${token}"`];
  if (method === "DELETE" || (method === "POST" && payload === undefined && body === undefined))
    lines.push(`-X ${method}`);
  if (payload !== undefined) lines.push(`-d ${quoted(payload)}`);
  if (body !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return [...lines, quoted(url)].join(" \\\n  ");
}
