/** Filters wrangler's output for `npm start`. */

import { stripVTControlCharacters } from "node:util";

const NOISE = [
  /Scheduled Workers are not automatically triggered/,
  /Reloading local server|Local server updated|Starting local server|Shutting down local server/,
  /^\[wrangler:\w+\] Ready on /,
  /Ready on https?:/,
  // The table of bindings and variables, printed at every reload.
  /^(\[wrangler:\w+\] )?✨ Parsed|^Your Worker has access|^Binding +Resource|^env\.\w+ |^Using secrets defined/,
  // The Worker's JSON line about a request repeats wrangler's.
  /^\{.*"event":"request"/,
  // Runs of the jobs without a failure.
  /^\{.*"event":"jobs".*"failed":\[\]\}$/,
];

const REQUEST = /^\[wrangler:\w+\] ([A-Z]+) (\S+) (\d{3}) .*\((\d+)ms\)$/;
const HEADLINE = /^[▲✘] \[(WARNING|ERROR)\]/;

/** Prints API, broker and development requests, and all failures. */
const isWorthPrinting = (path: string, status: number): boolean =>
  status >= 400 || (/^\/(v0|mqtt|dev)(\/|\?|$)/.test(path) && path !== "/v0/health/");

/** Takes a line of one stream and returns the line to print, or null. Indented lines belong to the message above. */
export function logFilter(isReady: () => boolean): (line: string) => string | null {
  let message: "none" | "printed" | "hidden" = "none";
  return (raw) => {
    const line = stripVTControlCharacters(raw).trimEnd();
    const isNoise = NOISE.some((pattern) => pattern.test(line));
    if (HEADLINE.test(line)) message = isNoise ? "hidden" : "printed";
    else if (line !== "" && !line.startsWith(" ")) message = "none";
    if (line === "" || message === "hidden") return null;
    if (message === "printed") return line;
    return isNoise || !isReady() ? null : formatLine(line);
  };
}

function formatLine(line: string): string | null {
  const request = REQUEST.exec(line);
  if (request === null) return line.replace(/^\[wrangler:\w+\] /, "");
  const [, method = "", path = "", status = "", took = ""] = request;
  return isWorthPrinting(path, Number(status)) ? `${method} ${path} ${status} ${took} ms` : null;
}

export function errorsIn(lines: string[]): string {
  const at = lines.findIndex((line) => stripVTControlCharacters(line).includes("[ERROR]"));
  const errors = (at < 0 ? lines.slice(-5) : lines.slice(at)).map((line) =>
    stripVTControlCharacters(line).replace(/^.*\[ERROR\]\s*/, ""),
  );
  return errors.join("\n").trim();
}
