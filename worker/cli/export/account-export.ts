import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ApiClient } from "../api-client.ts";
import { rowsOf } from "../pages.ts";
import { type ExportedAccount, leftOutNote, mosquittoFiles, NOTES } from "./mosquitto-files.ts";
import { type SeriesOwners, valueFiles } from "./values.ts";

const VALUES = "values";
const VALUES_NOTE = `Measured values are in ${VALUES}/, as averages per hour (UTC). The API has minutes and single samples while they are stored.`;

const LISTS = {
  api_keys: "listApiKeys",
  tokens: "listTokens",
  channels: "listChannels",
  credentials: "listCredentials",
  devices: "listDevices",
  events: "listEvents",
} as const;

type Lists = Omit<ExportedAccount & SeriesOwners, "user">;

/** A session of its own: a token may read neither keys nor passwords. */
async function read({ url, email, password }: ExportOptions, fetching: typeof fetch) {
  const { data } = await new ApiClient({ url, token: null }, fetching).call("login", {
    body: { email, password },
  });
  const api = new ApiClient({ url, token: data.token }, fetching);
  try {
    const lists: [string, unknown[]][] = [];
    for (const [name, list] of Object.entries(LISTS)) {
      const query = list === "listEvents" ? { size: 100 } : {};
      lists.push([name, await rowsOf(api, list, query, Infinity)]);
    }
    const account = { user: await api.call("readUser"), ...(Object.fromEntries(lists) as unknown as Lists) };
    const ask = (path: string, accept: string) => api.send("GET", path, { headers: { accept } });
    return { account, values: await valueFiles(account, ask, Date.now()) };
  } finally {
    await api.open("logout");
  }
}

interface ExportOptions {
  url: string;
  email: string;
  password: string;
  into: string;
}

/** Returns what it wrote: file names, and sentences about what the files lack. */
export async function exportAccount(options: ExportOptions, fetching: typeof fetch) {
  const { into } = options;
  const { account, values } = await read(options, fetching);
  const { passwords, acl, leftOut } = mosquittoFiles(account);
  const files = {
    "account.json": `${JSON.stringify(account, null, 2)}\n`,
    "mosquitto.passwd": passwords,
    "mosquitto.acl": acl,
  };
  mkdirSync(join(into, VALUES), { recursive: true, mode: 0o700 });
  // All three contain secrets.
  for (const [name, text] of Object.entries(files)) writeFileSync(join(into, name), text, { mode: 0o600 });
  for (const [name, text] of values) writeFileSync(join(into, VALUES, name), text);
  return {
    files: [...Object.keys(files), ...[...values.keys()].map((name) => join(VALUES, name))],
    notes: [...(values.size > 0 ? [VALUES_NOTE] : []), ...NOTES, ...leftOut.map(leftOutNote)],
  };
}
