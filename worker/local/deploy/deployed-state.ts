/** Reads from wrangler what is deployed in an account. Changes nothing. */

import { UserError } from "../user-error.ts";
import type { Wrangler } from "../wrangler.ts";

export interface DeployedState {
  databaseId: string | null;
  /** Their data need the existing secrets. */
  hasUsers: boolean;
  /** Names only: values cannot be read. */
  secrets: ReadonlySet<string>;
  isMetered: boolean;
  variables: Readonly<Record<string, string>>;
}

export const NOTHING_DEPLOYED: DeployedState = {
  databaseId: null,
  hasUsers: false,
  secrets: new Set(),
  isMetered: false,
  variables: {},
};

/** Throws a `UserError` with the output if wrangler fails. */
export async function wranglerOutput(wrangler: Wrangler, args: string[], input?: string): Promise<string> {
  const { code, output } = await wrangler(args, input);
  if (code === 0) return output;
  throw new UserError(
    `"wrangler ${args.slice(0, 2).join(" ")}" failed; later steps were not run, and the next run continues here:\n${output.trim()}${hint(output)}`,
  );
}

const NO_ANALYTICS =
  "\nThis account has not enabled Analytics Engine: open it in the dashboard (Storage & databases, Analytics Engine) and run this again, or leave --metrics out.";

const hint = (output: string): string => (/\b10089\b/.test(output) ? NO_ANALYTICS : loginHint(output));

const loginHint = (output: string): string =>
  /CLOUDFLARE_(API_TOKEN|ACCOUNT_ID)|not logged in|authentication/i.test(output)
    ? '\nLog in with "npx wrangler login", or set CLOUDFLARE_API_TOKEN; with several accounts, set CLOUDFLARE_ACCOUNT_ID.'
    : "";

/** wrangler may print other lines before and after the JSON. */
export function parseJson<T>(output: string): T {
  const lines = output.split("\n");
  const from = lines.findIndex((line) => /^[[{]/.test(line));
  const to = lines.findLastIndex((line) => /[\]}]\s*$/.test(line));
  return JSON.parse(lines.slice(from, to + 1).join("\n")) as T;
}

export async function databaseId(wrangler: Wrangler, name: string): Promise<string | null> {
  const all = parseJson<{ uuid: string; name: string }[]>(
    await wranglerOutput(wrangler, ["d1", "list", "--json"]),
  );
  return all.find((each) => each.name === name)?.uuid ?? null;
}

export async function readDeployedState(wrangler: Wrangler, id: string | null): Promise<DeployedState> {
  const secrets = await secretsOf(wrangler);
  const bindings = secrets === null ? [] : await bindingsOf(wrangler);
  const bound = bindings.find(({ type, name }) => type === "d1" && name === "DB")?.id;
  if (bound !== undefined && bound !== id) {
    throw new UserError(
      `The deployed Worker uses the database ${bound}, and this deployment would use another: write database_id = "${bound}" below database_name in wrangler.toml.`,
    );
  }
  return {
    databaseId: id,
    hasUsers: id !== null && (await hasUsers(wrangler)),
    secrets: secrets ?? new Set(),
    isMetered: bindings.some(({ type, name }) => type === "analytics_engine" && name === "METRICS"),
    variables: Object.fromEntries(
      bindings.flatMap(({ type, name, text }) => (type === "plain_text" ? [[name, text ?? ""]] : [])),
    ),
  };
}

async function hasUsers(wrangler: Wrangler): Promise<boolean> {
  const statement = "SELECT 1 FROM users LIMIT 1";
  const args = ["d1", "execute", "DB", "--remote", "--json", "--command", statement];
  const { code, output } = await wrangler(args);
  // The database was created, but its first migration failed.
  if (code !== 0 && /no such table/.test(output)) return false;
  if (code !== 0) throw new UserError(`The deployed database does not answer:\n${output.trim()}`);
  return (parseJson<{ results: unknown[] }[]>(output)[0]?.results.length ?? 0) > 0;
}

async function secretsOf(wrangler: Wrangler): Promise<Set<string> | null> {
  const { code, output } = await wrangler(["secret", "list", "--format", "json"]);
  if (code === 0) return new Set(parseJson<{ name: string }[]>(output).map(({ name }) => name));
  // Any other failure is an error: new secrets would make the sealed data unreadable.
  if (/Worker "[^"]*".* not found|\b10007\b/.test(output)) return null;
  throw new UserError(`The secrets of the deployed Worker could not be listed:\n${output.trim()}`);
}

interface Binding {
  type: string;
  name: string;
  text?: string;
  id?: string;
}

/** Returns the bindings of the version with most traffic. */
async function bindingsOf(wrangler: Wrangler): Promise<Binding[]> {
  const { code, output } = await wrangler(["deployments", "status", "--json"]);
  if (code !== 0 && /has no deployments/.test(output)) return [];
  if (code !== 0) {
    throw new UserError(`The deployed version could not be read:\n${output.trim()}`);
  }
  const { versions } = parseJson<{ versions: { version_id: string; percentage: number }[] }>(output);
  const [first] = versions.toSorted((a, b) => b.percentage - a.percentage);
  if (first === undefined) return [];
  const view = await wranglerOutput(wrangler, ["versions", "view", first.version_id, "--json"]);
  return parseJson<{ resources: { bindings: Binding[] } }>(view).resources.bindings;
}
