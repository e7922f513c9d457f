/** The lists of an account, as an export reads them: everything except events and values. */

import { Buffer } from "node:buffer";
import * as z from "zod";
import type { CallName } from "../contract/api.ts";
import type { Ask } from "./ask.ts";
import type { ExportedAccount } from "./mosquitto-files.ts";
import type { SeriesOwners } from "./value-files.ts";

/** In the order of the file: channels come before the rows that name them. */
const LISTS = {
  user: "readUser",
  settings: "readSettings",
  api_keys: "listApiKeys",
  tokens: "listTokens",
  guests: "listGuests",
  apps: "listApps",
  channels: "listChannels",
  credentials: "listCredentials",
  devices: "listDevices",
  watches: "listWatches",
  targets: "listTargets",
} as const satisfies Record<string, CallName>;

const Channel = z.looseObject({ id: z.string(), topic: z.string() });
type Channel = z.infer<typeof Channel>;
const WithChannels = z.looseObject({ channels: z.array(Channel) });
const Grants = z.array(z.object({ filter: z.string(), publish: z.boolean(), subscribe: z.boolean() }));

/** What the files are made of; everything else of a row is written as it is. */
const Lists: z.ZodType<ExportedAccount & SeriesOwners> = z.looseObject({
  user: z.looseObject({ id: z.string() }),
  api_keys: z.array(z.looseObject({ key: z.string() })),
  channels: z.array(z.looseObject({ id: z.string(), series: z.unknown() })),
  credentials: z.array(
    z.looseObject({
      username: z.string(),
      password: z.string(),
      grants: Grants.exactOptional(),
      device: z.string().nullable().exactOptional(),
      channels: z.array(z.custom<Channel>()),
    }),
  ),
  devices: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string().exactOptional(),
      channels: z.array(z.custom<Channel>()),
    }),
  ),
});
export type Lists = z.infer<typeof Lists>;
const Schedules = z.array(z.looseObject({}));

export async function readLists(ask: Ask): Promise<Lists> {
  const lists: [string, unknown][] = [];
  const channels = new Map<string, Channel>();
  for (const [name, call] of Object.entries(LISTS)) {
    const list: unknown = await (await ask(call)).json();
    lists.push([name, Array.isArray(list) ? list.map((row) => withShared(row, channels)) : list]);
  }
  const parsed = Lists.parse(Object.fromEntries(lists));
  return Object.assign(parsed, { schedules: await schedulesOf(parsed, ask) });
}

/**
 * Devices and credentials repeat each of their channels: devices × channels is more than fits in memory. Equal channels
 * become one object.
 */
function withShared(row: unknown, channels: Map<string, Channel>): unknown {
  const { data } = WithChannels.safeParse(row);
  if (data === undefined) return row;
  const shared = data.channels.map((channel) => {
    const known = channels.get(channel.id) ?? channel;
    channels.set(channel.id, known);
    return known;
  });
  return { ...data, channels: shared };
}

/** Each schedule with the id of its device. */
async function schedulesOf({ devices }: Lists, ask: Ask): Promise<object[]> {
  const schedules: object[] = [];
  for (const { id } of devices) {
    const list: unknown = await (await ask("listSchedules", { id })).json();
    for (const schedule of Schedules.parse(list)) schedules.push({ device: id, ...schedule });
  }
  return schedules;
}

/** Bytes of the lists as JSON, at least: known before they are written. A channel that many rows share is measured once. */
export function listBytes(lists: Lists): number {
  const measured = new Map<unknown, number>();
  const bytesOfChannel = (channel: unknown): number => {
    const bytes = measured.get(channel) ?? jsonBytes(channel);
    measured.set(channel, bytes);
    return bytes;
  };
  const bytesOfRow = (row: unknown): number => {
    const { data } = WithShared.safeParse(row);
    if (data === undefined) return jsonBytes(row);
    const { channels, ...rest } = data;
    return channels.reduce<number>((sum, channel) => sum + bytesOfChannel(channel), jsonBytes(rest));
  };
  return Object.values(lists)
    .flat()
    .reduce<number>((sum, row) => sum + bytesOfRow(row), 0);
}

const WithShared = z.looseObject({ channels: z.array(z.unknown()) });

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
