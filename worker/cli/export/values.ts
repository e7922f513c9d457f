/** Values over time as CSV files, one row per hour. */

export type ApiRequest = (path: string, accept: string) => Promise<Response>;

export interface SeriesOwners {
  devices: readonly { id: string }[];
  channels: readonly { id: string; series?: unknown }[];
}

const HOUR = 3_600_000;
const STORED_MS = 2 * 366 * 24 * HOUR;
const MAX_POINTS = 2_000;

/** Returns CSV by file name: the key, escaped; for a channel, which has one series, only the id. */
export async function valueFiles(
  { devices, channels }: SeriesOwners,
  request: ApiRequest,
  now: number,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const device of devices) {
    const path = `/v0/devices/on-off/${device.id}/`;
    for (const key of await numericKeys(path, request)) {
      files.set(`${device.id}.${encodeURIComponent(key)}.csv`, await hourlyCsv(path, key, request, now));
    }
  }
  for (const channel of channels.filter(({ series }) => series)) {
    const path = `/v0/mqtt/channels/${channel.id}/`;
    for (const key of (await numericKeys(path, request)).slice(0, 1)) {
      files.set(`${channel.id}.csv`, await hourlyCsv(path, key, request, now));
    }
  }
  return files;
}

async function numericKeys(path: string, request: ApiRequest): Promise<string[]> {
  const values: unknown = await (await request(`${path}values/`, "application/json")).json();
  return (values as { key: string; value: unknown }[])
    .filter(({ value }) => typeof value === "number")
    .map(({ key }) => key);
}

/** Starts at a full hour, so that no hour is split. */
async function hourlyCsv(path: string, key: string, request: ApiRequest, now: number): Promise<string> {
  const rows = new Set<string>();
  for (let from = now - STORED_MS - (now % HOUR); from <= now; from += MAX_POINTS * HOUR) {
    const query = new URLSearchParams({
      ...{ key, resolution: "1h", field: "avg" },
      ...{ from: iso(from), to: iso(from + MAX_POINTS * HOUR) },
    });
    const csv = await (await request(`${path}series/?${query}`, "text/csv")).text();
    for (const row of csv.split("\r\n")) if (row !== "" && !row.endsWith(",")) rows.add(row);
  }
  return [...rows].map((row) => `${row}\r\n`).join("");
}

const iso = (at: number): string => new Date(at).toISOString();
