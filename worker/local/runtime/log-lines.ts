/** PURE. What `npm start` prints of the runtime's output. */

import { QUIET_JOBS, requestLine } from "../request-line.ts";

/** The runtime's notes about itself, of use to those who build it. */
const OWN_NOTES =
  /Not symbolizing stack traces|took recursive isolate lock|CODE_MOVED for unknown|stack:( (0|[a-f\d]{4,})){3,}/;

/** The lines of a message that the runtime writes as one line of JSON. */
export function linesOf(raw: string): string[] {
  const text = messageIn(raw);
  return OWN_NOTES.test(text) ? [] : text.split("\n");
}

function messageIn(raw: string): string {
  if (!raw.startsWith('{"timestamp"')) return raw;
  const message = parsed(raw)?.message;
  return typeof message === "string" ? message : raw;
}

/** MQTT reasons from here on are failures. */
const FAILURE = 0x80;

/** Returns the line to print, or null. Requests are printed in short; the rest as the Worker wrote it. */
export function printedLine(line: string): string | null {
  if (line === "" || QUIET_JOBS.test(line)) return null;
  const said = line.startsWith("{") ? parsed(line) : null;
  if (said?.event === "connection_end") return Number(said.code) >= FAILURE ? line : null;
  if (said?.event !== "request") return line;
  const { method, path, status, ms, reason } = said;
  const short = requestLine({
    method: String(method),
    path: String(path),
    status: Number(status),
    ms: Number(ms),
  });
  return short !== null && typeof reason === "string" ? `${short}: ${reason}` : short;
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}
