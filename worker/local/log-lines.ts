/** What wrangler prints, as a person who only wants to run the product would want to read it. */

/** Known and of no use here: the cron's runs are told in the documents, not at every start. */
const NOISE = [
  /Scheduled Workers are not automatically triggered/,
  /Reloading local server|Local server updated|Starting local server|Shutting down local server/,
  /^\[wrangler:\w+\] Ready on /,
  /Ready on https?:/,
  // The table of bindings and variables, again at every reload.
  /^(\[wrangler:\w+\] )?✨ Parsed|^Your Worker has access|^Binding +Resource|^env\.\w+ |^Using secrets defined/,
  // The Worker's own line about a request says the same as wrangler's, for machines.
  /^\{.*"event":"request"/,
  // Nothing was due, or all of it is done: of the jobs only what did not go well is told.
  /^\{.*"event":"jobs".*"failed":\[\]\}$/,
];

const REQUEST = /^\[wrangler:\w+\] ([A-Z]+) (\S+) (\d{3}) .*\((\d+)ms\)$/;
const HEADLINE = /^[▲✘] \[(WARNING|ERROR)\]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const COLOUR = /\u001b\[[0-9;]*m/g;
export const withoutColour = (text: string): string => text.replace(COLOUR, "");

/** Requests for the page's own files, and the question whether all is well, are not worth a line while they succeed. */
const worthALine = (path: string, status: number): boolean =>
  status >= 400 || (/^\/(v0|mqtt|dev)(\/|\?|$)/.test(path) && path !== "/v0/health/");

/**
 * A reader for one stream: takes a line, gives the line to print, or null. What a line does not tell by itself it
 * keeps: which message it belongs to. Until the product is ready only warnings and errors are worth printing.
 */
export function logReader(isReady: () => boolean): (line: string) => string | null {
  let message: "none" | "told" | "left out" = "none";
  return (raw) => {
    const line = withoutColour(raw).trimEnd();
    const noise = NOISE.some((pattern) => pattern.test(line));
    if (HEADLINE.test(line)) message = noise ? "left out" : "told";
    else if (line !== "" && !line.startsWith(" ")) message = "none";
    if (line === "" || message === "left out") return null;
    if (message === "told") return line;
    return noise || !isReady() ? null : tell(line);
  };
}

function tell(line: string): string | null {
  const request = REQUEST.exec(line);
  if (request === null) return line.replace(/^\[wrangler:\w+\] /, "");
  const [, method = "", path = "", status = "", took = ""] = request;
  return worthALine(path, Number(status)) ? `${method} ${path} ${status} ${took} ms` : null;
}

/** The errors in what wrangler said before it gave up. */
export function errorsIn(lines: string[]): string {
  const at = lines.findIndex((line) => withoutColour(line).includes("[ERROR]"));
  const said = (at < 0 ? lines.slice(-5) : lines.slice(at)).map((line) =>
    withoutColour(line).replace(/^.*\[ERROR\]\s*/, ""),
  );
  return said.join("\n").trim();
}
