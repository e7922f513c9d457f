/** The answers of the API for an account that fills every limit, for tests of what one export needs. */

import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { API_LIMITS } from "../../worker/contract/api-limits.ts";
import { EVENTS_PAGE, MAX_GUEST_DEVICES, MAX_WATCH_TARGETS } from "../../worker/contract/limits.ts";
import type { Ask, AskedCall } from "../../worker/export/ask.ts";

const USER = "11111111-1111-4111-8111-111111111111";
export const NOW = Date.parse("2026-11-22T13:30:00.000Z");
const HOUR = 3_600_000;

/** A UUID whose last part is a number. */
const id = (kind: number, n: number): string =>
  `${kind}0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const many = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const at = new Date(NOW).toISOString();

/** A topic of 200 bytes, the longest. */
const topicOf = (n: number): string => `${USER}/channel/${n}/`.padEnd(200, "t");
const channel = (n: number) => ({
  id: id(1, n),
  name: `Channel ${n}`.padEnd(100, "n"),
  topic: topicOf(n),
  created_at: at,
  description: `${n} `.padEnd(500, "d"),
  series: null,
});
const channels = () => many(API_LIMITS.MAX_CHANNELS.default, channel);
const device = (kind: "own" | "found") => (n: number) => ({
  id: id(kind === "own" ? 2 : 3, n),
  name: "Device".padEnd(100, "n"),
  kind,
  state: true,
  channels: kind === "own" ? channels() : [],
});
const target = (n: number) => ({ id: id(5, n), kind: "webhook", address: "https://hooks.example.com/" });
const SCHEDULE = {
  name: "Evening".padEnd(100, "n"),
  when: { cron: "30 18 * * *" },
  time_zone: "Europe/Berlin",
};
const EVENT = { event_type: "turned_on", actor: "api", schedule: null, count: 1, created_at: at };
const event = (n: number) => ({
  id: id(7, n),
  device_id: id(2, 0),
  device_name: "Device".padEnd(100, "n"),
  ...EVENT,
});

const LISTS: Record<string, () => unknown> = {
  readUser: () => ({ id: USER, email: "person@example.org" }),
  readSettings: () => ({ profile: "full", home_assistant: false, history: [] }),
  listApiKeys: () => many(API_LIMITS.MAX_API_KEYS.default, (n) => ({ key: `key-${n}`.padEnd(40, "k") })),
  listApps: () =>
    many(API_LIMITS.MAX_APPS.default, (n) => ({
      id: id(2, n),
      name: "App".padEnd(100, "n"),
      scopes: ["devices:read"],
    })),
  listTokens: () => many(API_LIMITS.MAX_TOKENS.default, (n) => ({ id: id(6, n), scopes: ["devices:read"] })),
  listGuests: () =>
    many(API_LIMITS.MAX_GUESTS.default, (n) => ({
      id: id(9, n),
      name: "Guest".padEnd(100, "n"),
      devices: many(MAX_GUEST_DEVICES, (of) => id(2, of)),
    })),
  listChannels: channels,
  listCredentials: () =>
    many(API_LIMITS.MAX_CREDENTIALS.default, (n) => ({
      id: id(4, n),
      username: `credential-${n}`.padEnd(128, "u"),
      password: "p".repeat(128),
      view: "account",
      device: null,
      channels: channels(),
      grants: many(50, (of) => ({
        filter: `grant/${of}/`.padEnd(160, "g"),
        publish: true,
        subscribe: false,
      })),
    })),
  listDevices: () => [
    ...many(API_LIMITS.MAX_DEVICES.default, device("own")),
    ...many(API_LIMITS.MAX_FOUND_DEVICES.default, device("found")),
  ],
  listWatches: () =>
    many(API_LIMITS.MAX_WATCHES.default, (n) => ({
      id: id(8, n),
      name: "Watch".padEnd(100, "n"),
      when: { events: ["disconnected"] },
      targets: many(MAX_WATCH_TARGETS, (of) => id(5, of)),
    })),
  listTargets: () => many(API_LIMITS.MAX_TARGETS.default, target),
  listSchedules: () => many(API_LIMITS.MAX_SCHEDULES.default, () => SCHEDULE),
  listChannelValues: () => [],
  listSecurityEvents: () =>
    many(1000, () => ({
      at: "2026-11-20T10:00:00.000Z",
      kind: "suspended",
      detail: "The operator suspended the account: ".padEnd(536, "r"),
      address: "2001:db8:1234:5678:9abc:def0:1234:5678",
      browser: "Samsung Internet on Android",
    })),
};

export const filledAsk: Ask = async (name, request = {}) => {
  const list = LISTS[name];
  if (list !== undefined) return Response.json(list());
  if (name === "listEvents") return eventsAfter(Number(request.query?.before ?? 0));
  if (name === "listDeviceValues") return Response.json(valuesOf(request.id ?? ""));
  if (name === "readDeviceSeries") return new Response(hours(request));
  throw new Error(`An export does not ask for ${name}.`);
};

function eventsAfter(first: number): Response {
  const count = Math.min(EVENTS_PAGE.max, BROKER_LIMITS.MAX_EVENTS.default - first);
  const next = first + count;
  const hasMore = next < BROKER_LIMITS.MAX_EVENTS.default;
  const headers = hasMore ? { Link: `</v0/events/devices/on-off/?before=${next}>; rel="next"` } : undefined;
  return Response.json(
    many(count, (n) => event(first + n)),
    { ...(headers && { headers }) },
  );
}

/** All series are those of our own devices. */
const valuesOf = (deviceId: string) =>
  deviceId.startsWith("2")
    ? many(BROKER_LIMITS.MAX_SERIES.default / API_LIMITS.MAX_DEVICES.default, (n) => ({
        key: `value_${n}`,
        value: 21.5,
      }))
    : [];

function hours({ query = {} }: AskedCall): string {
  const from = Date.parse(query.from ?? "");
  const count = Math.round((Date.parse(query.to ?? "") - from) / HOUR);
  const row = (n: number) => `${new Date(from + n * HOUR).toISOString()},21.512345\r\n`;
  return `at,value\r\n${many(count, row).join("")}`;
}
