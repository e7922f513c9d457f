/** Values of a greenhouse for screens: a gap, an overdue sensor, text and boolean values. */

const [MINUTE, HOUR] = [60_000, 3_600_000];
const MOST_RAW = 2_000;

interface Sensor {
  key: string;
  unit: string | null;
  /** Boolean values, stored as 1 and 0. */
  yes?: true;
  every: number;
  /** Milliseconds since its last value. */
  silent: number;
  at(time: number): number;
}

const wave = (time: number, period: number): number => Math.sin((time / period) * 2 * Math.PI);
/** Noise that depends only on the time. */
const noise = (time: number): number =>
  ((Math.sin(Math.floor(time / 1_000) * 12.9898) * 43_758.5453) % 1) / 2;
const round = (n: number): number => Math.round(n * 100) / 100;

/** Ten minutes, before the moisture rises. */
const isWatering = (time: number): boolean => time % (4 * HOUR) > 4 * HOUR - 10 * MINUTE;

const SENSORS: Sensor[] = [
  {
    key: "temperature",
    unit: "°C",
    every: 20_000,
    silent: 12_000,
    at: (time) => round(21 + 3 * wave(time, 24 * HOUR) + wave(time, 20 * MINUTE) + noise(time)),
  },
  {
    key: "soil.moisture",
    unit: "%",
    every: 60_000,
    silent: 40_000,
    // dries, and is watered every four hours
    at: (time) => round(62 - ((time % (4 * HOUR)) / (4 * HOUR)) * 25 + noise(time)),
  },
  {
    key: "pressure",
    unit: "hPa",
    every: 5 * MINUTE,
    silent: 3 * HOUR,
    at: (time) => round(1_013 + 6 * wave(time, 72 * HOUR)),
  },
  {
    key: "pump",
    unit: null,
    yes: true,
    every: 60_000,
    silent: 9_000,
    at: (time) => (isWatering(time) ? 1 : 0),
  },
];

/** No values for half an hour, until 20 minutes ago. */
const isGap = (time: number, now: number): boolean => time > now - 35 * MINUTE && time < now - 20 * MINUTE;

type Point = [at: string, value: number | null];
const iso = (time: number): string => new Date(time).toISOString();

export function valuesAt(now: number): object[] {
  return [
    ...SENSORS.map(({ key, unit, silent, at, yes }) => {
      const value = at(now - silent);
      return {
        key,
        name: null,
        unit,
        value: yes ? value === 1 : value,
        at: iso(now - silent),
        by_http: false,
      };
    }),
    {
      key: "firmware",
      name: null,
      unit: null,
      value: "3.2.1-greenhouse",
      at: iso(now - 26 * HOUR),
      by_http: true,
    },
  ];
}

function samples({ every, silent, at }: Sensor, from: number, to: number, now: number): [number, number][] {
  const found: [number, number][] = [];
  for (let time = Math.ceil(from / every) * every; time < Math.min(to, now - silent); time += every) {
    if (!isGap(time, now)) found.push([time, at(time)]);
  }
  return found;
}

/** The API's response to a request for a series. */
export function seriesAt(now: number, search: URLSearchParams): object {
  const key = search.get("key") ?? SENSORS[0]?.key ?? "";
  const sensor = SENSORS.find((each) => each.key === key) ?? (SENSORS[0] as Sensor);
  const [from, to] = [Date.parse(search.get("from") ?? ""), Date.parse(search.get("to") ?? "")];
  const isRaw = (to - from) / sensor.every <= MOST_RAW && (search.get("resolution") ?? "auto") !== "1h";
  const span = isRaw ? 0 : to - from > 2 * 24 * HOUR ? HOUR : MINUTE;
  const resolution = isRaw ? "raw" : span === HOUR ? "1h" : "1m";
  const points = isRaw
    ? samples(sensor, from, to, now).map(([at, value]): Point => [iso(at), value])
    : buckets(samples(sensor, from, to, now), span, search.get("field") ?? "avg");
  return { key, name: null, unit: sensor.unit, resolution, points };
}

function buckets(list: [number, number][], span: number, field: string): Point[] {
  const found = new Map<number, number[]>();
  for (const [at, value] of list) {
    const start = Math.floor(at / span) * span;
    found.set(start, [...(found.get(start) ?? []), value]);
  }
  return [...found].map(([at, values]) => {
    const average = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [
      iso(at),
      field === "min" ? Math.min(...values) : field === "max" ? Math.max(...values) : round(average),
    ];
  });
}

/** Offline once, for twenty minutes. */
export const connectionsAt = (now: number): object[] =>
  [
    { connected_at: now - 20 * MINUTE, disconnected_at: null },
    { connected_at: now - 40 * HOUR, disconnected_at: now - 35 * MINUTE },
  ].map(({ connected_at, disconnected_at }, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    connected_at: iso(connected_at),
    disconnected_at: disconnected_at && iso(disconnected_at),
    service_close_code: null,
    client_id: "greenhouse",
    protocol: "5.0",
    country: null,
    colo: null,
  }));

/** Each watering, newest first. */
export function switchesAt(now: number, type: string | null): object[] {
  const [period, length] = [4 * HOUR, 10 * MINUTE];
  const ends = Array.from({ length: 12 }, (_, back) => Math.floor(now / period) * period - back * period);
  return ends.map((end, index) => ({
    id: `00000000-0000-4000-8000-0000000001${String(index).padStart(2, "0")}`,
    device_id: "00000000-0000-4000-8000-000000000000",
    device_name: "Greenhouse",
    event_type: type,
    actor: "api",
    schedule: null,
    count: 1,
    created_at: iso(type === "turned_on" ? end - length : end),
  }));
}
