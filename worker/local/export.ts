import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type SeriesOwners, valueFiles } from "./export-values.ts";
import { type ExportedAccount, leftOutNote, mosquittoFiles, NOTES } from "./mosquitto-files.ts";
import { asUserError, UserError } from "./user-error.ts";

export const HELP = `SWITCHYARD_PASSWORD=… npm run export -- --email ADDRESS [options]

Writes an account as JSON, its values as CSV, and its clients as files for Mosquitto.

  --url URL      the product (http://localhost:8787)
  --into FOLDER  where to write (switchyard-export)`;

const VALUES = "values";
const VALUES_NOTE = `Measured values are in ${VALUES}/, as averages per hour (UTC). The API has minutes and single samples while they are stored.`;

const LISTS = {
  api_keys: "/v0/api-keys/",
  tokens: "/v0/tokens/",
  channels: "/v0/mqtt/channels/",
  credentials: "/v0/mqtt/credentials/",
  devices: "/v0/devices/on-off/",
  events: "/v0/events/devices/on-off/?size=100",
} as const;

async function call(url: URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((error: Error) => {
    throw new UserError(`${url.origin} cannot be reached: ${error.message}`);
  });
  if (response.ok) return response;
  throw new UserError(`${url.pathname} answered ${response.status}: ${await response.text()}`);
}

async function all(url: URL, headers: Record<string, string>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let next: URL | null = url; next !== null; ) {
    const response: Response = await call(next, { headers });
    rows.push(...((await response.json()) as unknown[]));
    const more: string | undefined = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    next = more === undefined ? null : new URL(more, next);
  }
  return rows;
}

interface Exported {
  account: ExportedAccount;
  values: Map<string, string>;
}

async function read(origin: string, email: string, password: string): Promise<Exported> {
  const to = (path: string) => new URL(path, origin);
  const login = await call(to("/v0/login/"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const headers = { authorization: `Token ${data.token}` };
  try {
    const user = await (await call(to("/v0/users/"), { headers })).json();
    const lists: [string, unknown[]][] = [];
    for (const [name, path] of Object.entries(LISTS)) lists.push([name, await all(to(path), headers)]);
    const account = { user, ...Object.fromEntries(lists) } as unknown as ExportedAccount & SeriesOwners;
    const ask = (path: string, accept: string) => call(to(path), { headers: { ...headers, accept } });
    return { account, values: await valueFiles(account, ask, Date.now()) };
  } finally {
    await call(to("/v0/logout/"), { method: "POST", headers });
  }
}

export async function main(args: string[]): Promise<number> {
  const options = {
    email: { type: "string" },
    url: { type: "string", default: "http://localhost:8787" },
    into: { type: "string", default: "switchyard-export" },
  } as const;
  const { values } = asUserError(() => parseArgs({ args, options }));
  const password = process.env.SWITCHYARD_PASSWORD;
  if (values.email === undefined || password === undefined)
    throw new UserError(`--email and SWITCHYARD_PASSWORD are required.\n${HELP}`);
  const { account, values: series } = await read(values.url, values.email, password);
  const { passwords, acl, leftOut } = mosquittoFiles(account);
  const files = {
    "account.json": `${JSON.stringify(account, null, 2)}\n`,
    "mosquitto.passwd": passwords,
    "mosquitto.acl": acl,
  };
  mkdirSync(join(values.into, VALUES), { recursive: true, mode: 0o700 });
  // All three contain secrets.
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(values.into, name), text, { mode: 0o600 });
  for (const [name, text] of series) writeFileSync(join(values.into, VALUES, name), text);
  process.stdout.write(`Wrote ${Object.keys(files).join(", ")} into ${values.into}.\n`);
  if (series.size > 0) process.stdout.write(`${VALUES_NOTE}\n`);
  for (const note of [...NOTES, ...leftOut.map(leftOutNote)]) process.stdout.write(`${note}\n`);
  return 0;
}
