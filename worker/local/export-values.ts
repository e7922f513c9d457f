/** What was kept of devices and channels over time, as files for a spreadsheet: hours, which are kept longest. */

/** Answers a path of the API in that type. */
export type Ask = (path: string, accept: string) => Promise<Response>;

export interface Sources {
  devices: readonly { id: string }[];
  channels: readonly { id: string; series?: unknown }[];
}

const HOUR = 3_600_000;
const KEPT = 2 * 366 * 24 * HOUR;
/** Points of one answer. */
const AT_ONCE = 2_000;

/** By the file's name. A channel is one series, and what people call it makes no file's name. */
export async function valueFiles(
  { devices, channels }: Sources,
  ask: Ask,
  now: number,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const device of devices) {
    const path = `/v0/devices/on-off/${device.id}/`;
    for (const key of await numbersOf(path, ask)) {
      files.set(`${device.id}.${encodeURIComponent(key)}.csv`, await hours(path, key, ask, now));
    }
  }
  for (const channel of channels.filter(({ series }) => series)) {
    const path = `/v0/mqtt/channels/${channel.id}/`;
    for (const key of (await numbersOf(path, ask)).slice(0, 1)) {
      files.set(`${channel.id}.csv`, await hours(path, key, ask, now));
    }
  }
  return files;
}

async function numbersOf(path: string, ask: Ask): Promise<string[]> {
  const values = (await (await ask(`${path}values/`, "application/json")).json()) as {
    key: string;
    value: unknown;
  }[];
  return values.filter(({ value }) => typeof value === "number").map(({ key }) => key);
}

/** The header once, and the hours that have a value. From a full hour on, so that none is cut in two. */
async function hours(path: string, key: string, ask: Ask, now: number): Promise<string> {
  const rows = new Set<string>();
  for (let from = now - KEPT - (now % HOUR); from <= now; from += AT_ONCE * HOUR) {
    const query = new URLSearchParams({
      ...{ key, resolution: "1h", field: "avg" },
      ...{ from: iso(from), to: iso(from + AT_ONCE * HOUR) },
    });
    const csv = await (await ask(`${path}series/?${query}`, "text/csv")).text();
    for (const row of csv.split("\r\n")) if (row !== "" && !row.endsWith(",")) rows.add(row);
  }
  return [...rows].map((row) => `${row}\r\n`).join("");
}

const iso = (at: number): string => new Date(at).toISOString();
