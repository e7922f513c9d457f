import { argumentsOf, help } from "./admin/arguments.ts";
import { type Access, keyIn, keyOf, operatorAt } from "./admin/operator.ts";
import { inRoot } from "./paths.ts";
import { Problem } from "./problem.ts";

export interface Place {
  environment: NodeJS.ProcessEnv;
  /** The variables of this machine. */
  file: string;
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  clock: () => number;
  print(text: string): void;
}

const here = (): Place => ({
  environment: process.env,
  file: inRoot(".dev.vars"),
  fetch,
  clock: Date.now,
  print: (text) => void process.stdout.write(text),
});

/**
 * `npm run admin -- COMMAND …`: what an operator does, over the operator's calls of the API and with an operator's key;
 * each is written to the audit log there. `npm run admin -- help` says all of it.
 */
export async function main(args: string[], place: Partial<Place> = {}): Promise<number> {
  const at = { ...here(), ...place };
  const asked = argumentsOf(args);
  if (asked === null) {
    at.print(help());
    return 0;
  }
  const { command, words, options, url, keyFile, isJson } = asked;
  const access = accessOf(url, keyFile, at);
  const isRemote = !isLocal(access.url);
  const operator = operatorAt(access, at.fetch);
  const said = await command.run({ operator, words, options, clock: at.clock, isRemote, file: at.file });
  at.print(isJson ? `${JSON.stringify(said.data, null, 2)}\n` : said.text);
  return said.failed ? 1 : 0;
}

/** What was said, then the environment, then the product that runs here. */
function accessOf(said: string | undefined, keyFile: string | undefined, at: Place): Access {
  const { APP_URL, PORT, OPERATOR_KEY } = at.environment;
  const url = said ?? (APP_URL || `http://127.0.0.1:${PORT || "8787"}`);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Problem(`--url is an address like https://switchyard.your.host, not "${url}".`);
  // a key in the clear is anybody's on the way
  if (!isLocal(url) && !url.startsWith("https:"))
    throw new Problem(`An operator's key goes over https: only, not to ${url}.`);
  if (keyFile !== undefined) return { url, key: keyIn(keyFile) };
  if (OPERATOR_KEY) return { url, key: keyOf(OPERATOR_KEY, "in $OPERATOR_KEY") };
  // this machine's own key is no business of any other
  if (isLocal(url)) return { url, key: keyIn(at.file) };
  throw new Problem(`Say with which key: --key-file FILE, or OPERATOR_KEY in the environment.`);
}

const isLocal = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
