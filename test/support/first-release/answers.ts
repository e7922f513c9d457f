/** What the API answers the owner of an account that was made before. */

import type { DeviceEvent } from "../../../worker/contract/event.ts";

/** By the path of the call. */
export type Answers = Record<string, unknown>;

const EVENTS = "/v0/events/devices/on-off/";
const ALL = `${EVENTS}?size=100`;

/** Of the service and where it runs, not of the account. */
const LEFT_OUT: Record<string, readonly string[]> = {
  "/v0/broker/": ["url_template", "tcp", "max_packet_size", "support_email"],
};

/**
 * Everything that an owner reads. When a device was connected is left out: that is told for a week, and this is older
 * when it is read again.
 */
const LISTS = [
  "/v0/users/",
  "/v0/count/users/",
  "/v0/broker/",
  "/v0/api-keys/",
  "/v0/mqtt/channels/",
  "/v0/mqtt/credentials/",
  "/v0/mqtt/clients/",
  "/v0/mqtt/log/",
  "/v0/devices/on-off/",
  "/v0/devices/on-off/?size=3",
  ALL,
  EVENTS,
  `${EVENTS}?size=7`,
];

/** The calls whose answers are kept; `devices` are the account's, and some that are not. */
export async function callsOf(url: string, token: string, devices: readonly string[]): Promise<string[]> {
  const events = (await pagesOf(url, token, ALL)).flat();
  const [to = "", from = ""] = [0.25, 0.75].map(
    (part) => events[Math.floor(events.length * part)]?.created_at,
  );
  const names = [...new Set(events.map(({ device_name }) => device_name))];
  const types = [...new Set(events.map(({ event_type }) => event_type))].sort();
  const queries = [
    ...devices.map((device) => ({ device, size: "20" })),
    ...types.map((event_type) => ({ event_type })),
    ...names.map((name) => ({ search: name.toLowerCase() })),
    { search: "LOST" },
    { from, to },
    { from, event_type: "turned_on", size: "5" },
    { to, search: "turned", device: devices[0] ?? "" },
  ];
  const second = (await get(url, token, `${EVENTS}?size=9`)).next;
  return [
    ...LISTS,
    ...devices.map((id) => `/v0/devices/on-off/${id}/`),
    ...queries.map((query) => `${EVENTS}?${new URLSearchParams(query as Record<string, string>)}`),
    // somebody's page is open, and goes on from where it is
    ...(second === null ? [] : [second]),
  ];
}

/** Lists of events come in pages; one that was told before and is the same is told by its id. */
export async function answersTo(calls: readonly string[], url: string, token: string): Promise<Answers> {
  const seen = new Map<string, string>();
  const brief = (event: DeviceEvent): DeviceEvent | string => {
    const text = JSON.stringify(event);
    if (seen.get(event.id) === text) return event.id;
    seen.set(event.id, text);
    return event;
  };
  const answers: Answers = {};
  for (const path of calls) {
    if (path.startsWith(EVENTS)) {
      answers[path] = (await pagesOf(url, token, path)).map((page) => page.map(brief));
      continue;
    }
    const { body } = await get<Record<string, unknown>>(url, token, path);
    for (const name of LEFT_OUT[path] ?? []) delete body[name];
    answers[path] = body;
  }
  return answers;
}

/** All that the pages' links lead to. */
async function pagesOf(url: string, token: string, path: string): Promise<DeviceEvent[][]> {
  const pages: DeviceEvent[][] = [];
  for (let next: string | null = path; next !== null; ) {
    const answer: Answer<DeviceEvent[]> = await get(url, token, next);
    pages.push(answer.body);
    next = answer.next;
  }
  return pages;
}

interface Answer<T> {
  body: T;
  /** The next page of a list. */
  next: string | null;
}

async function get<T>(url: string, token: string, path: string): Promise<Answer<T>> {
  const response = await fetch(new URL(path, url), { headers: { authorization: `Token ${token}` } });
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  const next = link === undefined ? null : new URL(link, url);
  return {
    body: (await response.json()) as T,
    next: next === null ? null : `${next.pathname}${next.search}`,
  };
}
