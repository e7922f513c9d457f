/** What an account has of the product already, asked of wrangler. It only looks. */

import { withoutColour } from "../log-lines.ts";
import { Problem } from "../problem.ts";
import type { Wrangler } from "../wrangler.ts";

export interface Present {
  /** The database of the product's name. */
  databaseId: string | null;
  /** Somebody lives in it, and what is theirs is sealed with the secrets that are there. */
  hasPeople: boolean;
  /** Names of its secrets: what stands in them is told to nobody. */
  secrets: ReadonlySet<string>;
  /** It counts what happens. */
  isMetered: boolean;
  /** Its variables. */
  variables: Readonly<Record<string, string>>;
}

export const NOTHING: Present = {
  databaseId: null,
  hasPeople: false,
  secrets: new Set(),
  isMetered: false,
  variables: {},
};

/** Runs wrangler, and what it says when that does not succeed is a problem. */
export async function asked(wrangler: Wrangler, args: string[], input?: string): Promise<string> {
  const { code, output } = await wrangler(args, input);
  if (code === 0) return output;
  throw new Problem(
    `"wrangler ${args.slice(0, 2).join(" ")}" did not succeed; nothing after it was done, and the next run goes on from here:\n${withoutColour(output).trim()}${hint(output)}`,
  );
}

const NO_ANALYTICS =
  "\nNobody has opened Analytics Engine in this account: do that in the dashboard (Storage & databases, Analytics Engine) and run this again, or leave --metrics out.";

const hint = (output: string): string => (/\b10089\b/.test(output) ? NO_ANALYTICS : loginHint(output));

const loginHint = (output: string): string =>
  /CLOUDFLARE_(API_TOKEN|ACCOUNT_ID)|not logged in|authentication/i.test(output)
    ? '\nLog in with "npx wrangler login", or set CLOUDFLARE_API_TOKEN; of several accounts, name one in CLOUDFLARE_ACCOUNT_ID.'
    : "";

/** The JSON in what wrangler printed; it may say more before and after it. */
export function answer<T>(output: string): T {
  const lines = withoutColour(output).split("\n");
  const from = lines.findIndex((line) => /^[[{]/.test(line));
  const to = lines.findLastIndex((line) => /[\]}]\s*$/.test(line));
  return JSON.parse(lines.slice(from, to + 1).join("\n")) as T;
}

export async function databaseId(wrangler: Wrangler, name: string): Promise<string | null> {
  const all = answer<{ uuid: string; name: string }[]>(await asked(wrangler, ["d1", "list", "--json"]));
  return all.find((each) => each.name === name)?.uuid ?? null;
}

export async function lookAt(wrangler: Wrangler, id: string | null): Promise<Present> {
  const secrets = await secretsOf(wrangler);
  const bindings = secrets === null ? [] : await bindingsOf(wrangler);
  const bound = bindings.find(({ type, name }) => type === "d1" && name === "DB")?.id;
  if (bound !== undefined && bound !== id) {
    throw new Problem(
      `The Worker that is deployed keeps its people in the database ${bound}, which is not the one that it would get now: write database_id = "${bound}" below database_name in wrangler.toml.`,
    );
  }
  return {
    databaseId: id,
    hasPeople: id !== null && (await hasPeople(wrangler)),
    secrets: secrets ?? new Set(),
    isMetered: bindings.some(({ type, name }) => type === "analytics_engine" && name === "METRICS"),
    variables: Object.fromEntries(
      bindings.flatMap(({ type, name, text }) => (type === "plain_text" ? [[name, text ?? ""]] : [])),
    ),
  };
}

async function hasPeople(wrangler: Wrangler): Promise<boolean> {
  const statement = "SELECT 1 FROM users LIMIT 1";
  const args = ["d1", "execute", "DB", "--remote", "--json", "--command", statement];
  const { code, output } = await wrangler(args);
  // it was made, and then something failed before its first migration
  if (code !== 0 && /no such table/.test(output)) return false;
  if (code !== 0)
    throw new Problem(`The deployed database does not answer:\n${withoutColour(output).trim()}`);
  return (answer<{ results: unknown[] }[]>(output)[0]?.results.length ?? 0) > 0;
}

/** Null: there is no such Worker. */
async function secretsOf(wrangler: Wrangler): Promise<Set<string> | null> {
  const { code, output } = await wrangler(["secret", "list", "--format", "json"]);
  if (code === 0) return new Set(answer<{ name: string }[]>(output).map(({ name }) => name));
  // Only this may count as "no secrets": new ones would make the sealed data unreadable.
  if (/Worker "[^"]*".* not found|\b10007\b/.test(withoutColour(output))) return null;
  throw new Problem(
    `The secrets of the deployed Worker could not be listed:\n${withoutColour(output).trim()}`,
  );
}

interface Binding {
  type: string;
  name: string;
  text?: string;
  id?: string;
}

/** Of the version that most requests reach. */
async function bindingsOf(wrangler: Wrangler): Promise<Binding[]> {
  const { code, output } = await wrangler(["deployments", "status", "--json"]);
  if (code !== 0 && /has no deployments/.test(output)) return [];
  if (code !== 0) {
    throw new Problem(`What is deployed could not be asked for:\n${withoutColour(output).trim()}`);
  }
  const { versions } = answer<{ versions: { version_id: string; percentage: number }[] }>(output);
  const [first] = versions.toSorted((a, b) => b.percentage - a.percentage);
  if (first === undefined) return [];
  const view = await asked(wrangler, ["versions", "view", first.version_id, "--json"]);
  return answer<{ resources: { bindings: Binding[] } }>(view).resources.bindings;
}
