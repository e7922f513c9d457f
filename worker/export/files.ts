/** An account as files: JSON, values as CSV, and its clients as files for Mosquitto. One after the other. */

import * as z from "zod";
import type { CallName } from "../contract/calls.ts";
import type { Ask } from "./ask.ts";
import { type ExportedAccount, leftOutNote, mosquittoFiles, NOTES } from "./mosquitto-files.ts";
import { type SeriesOwners, valueFiles } from "./value-files.ts";

export interface ExportedFile {
  name: string;
  text: string | AsyncIterable<string>;
}

export const NOTES_FILE = "README.txt";
export const VALUES = "values";
const VALUES_NOTE = `Measured values are in ${VALUES}/, as averages per hour (UTC). The API has minutes and single samples while they are stored.`;

const LISTS = {
  user: "readUser",
  api_keys: "listApiKeys",
  tokens: "listTokens",
  channels: "listChannels",
  credentials: "listCredentials",
  devices: "listDevices",
  watches: "listWatches",
  targets: "listTargets",
} as const satisfies Record<string, CallName>;

const Channels = z.array(z.looseObject({ topic: z.string() }));
const Grants = z.array(z.object({ filter: z.string(), publish: z.boolean(), subscribe: z.boolean() }));
/** What the files are made of; everything else of a row is written as it is. */
const Lists: z.ZodType<ExportedAccount & SeriesOwners> = z.looseObject({
  user: z.looseObject({ id: z.string() }),
  api_keys: z.array(z.looseObject({ key: z.string() })),
  channels: z.array(z.looseObject({ id: z.string(), series: z.unknown() })),
  credentials: z.array(
    z.looseObject({
      ...{ username: z.string(), password: z.string(), channels: Channels },
      grants: Grants.exactOptional(),
    }),
  ),
  devices: z.array(z.looseObject({ id: z.string(), channels: Channels })),
});
type Lists = z.infer<typeof Lists>;
const Events = z.array(z.unknown());
const Schedules = z.array(z.looseObject({}));

/** Everything except events and values: it fits in memory. */
export async function readLists(ask: Ask): Promise<Lists> {
  const lists: [string, unknown][] = [];
  for (const [name, call] of Object.entries(LISTS)) {
    const list: unknown = await (await ask(call)).json();
    lists.push([name, list]);
  }
  const parsed = Lists.parse(Object.fromEntries(lists));
  return Object.assign(parsed, { schedules: await schedulesOf(parsed, ask) });
}

/** Each schedule with the id of its device. */
async function schedulesOf({ devices }: Lists, ask: Ask): Promise<object[]> {
  const schedules: object[] = [];
  for (const { id } of devices) {
    const list: unknown = await (await ask("listSchedules", { id })).json();
    schedules.push(...Schedules.parse(list).map((schedule) => ({ device: id, ...schedule })));
  }
  return schedules;
}

export async function* exportFiles(lists: Lists, ask: Ask, now: number): AsyncGenerator<ExportedFile> {
  const { passwords, acl, leftOut } = mosquittoFiles(lists);
  const notes = [VALUES_NOTE, ...NOTES, ...leftOut.map(leftOutNote)];
  yield { name: NOTES_FILE, text: notes.map((note) => `${note}\n`).join("") };
  yield { name: "account.json", text: accountJson(lists, ask) };
  yield { name: "mosquitto.passwd", text: passwords };
  yield { name: "mosquitto.acl", text: acl };
  for await (const [name, text] of valueFiles(lists, ask, now)) yield { name: `${VALUES}/${name}`, text };
}

/** There can be 100,000 events: they are written a page at a time. */
async function* accountJson(lists: Lists, ask: Ask): AsyncGenerator<string> {
  yield `${JSON.stringify(lists, null, 2).slice(0, -2)},\n  "events": [`;
  let separator = "\n";
  for await (const page of eventPages(ask)) {
    for (const event of page) {
      yield `${separator}    ${JSON.stringify(event)}`;
      separator = ",\n";
    }
  }
  yield "\n  ]\n}\n";
}

async function* eventPages(ask: Ask): AsyncGenerator<unknown[]> {
  for (let query: Record<string, string> | null = { size: "100" }; query !== null; ) {
    const response: Response = await ask("listEvents", { query });
    const page: unknown = await response.json();
    yield Events.parse(page);
    const next: string | undefined = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    query = next === undefined ? null : Object.fromEntries(new URL(next, "http://api").searchParams);
  }
}
