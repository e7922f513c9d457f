/** The account in the fixture, and the API's responses to its owner. */

import { readdirSync, readFileSync } from "node:fs";
import type { IClientOptions } from "mqtt";
import type { DeviceEvent } from "../../../worker/contract/events.ts";
import { type Login, PASSWORD } from "../account.ts";

export interface Home {
  userId: string;
  email: string;
  /** Clients that may connect, by kind. */
  logins: Record<string, Login>;
  /** Connected when the product was killed. */
  cutOff: string;
  /** A kept session of an offline client, and `topic payload` of each queued message. */
  session: { login: Login; messages: string[] };
  /** A guest's token and the names of the devices that it shows; since 0.2.0. */
  guest?: { token: string; devices: string[] };
  /** A watch that has switched the fan on, and switches it off when the sensor's temperature falls; since 0.2.0. */
  acting?: { sensor: string; fan: string; login: Login };
  /** `topic payload` of each message that a person retained. */
  retained: string[];
  /** Keyed by the path of the call. */
  answers: Record<string, unknown>;
}

/** The releases that have a fixture: a folder beside this file each. */
export const RELEASES: readonly string[] = readdirSync(import.meta.dirname).filter((name) =>
  /^\d/.test(name),
);

const inFixture = (release: string, name: string): URL => new URL(`${release}/${name}`, import.meta.url);
export const homeFile = (release: string): URL => inFixture(release, "home.json");
/** The keys of the secrets in the fixture's databases, used for nothing else. */
export const secretsFile = (release: string): URL => inFixture(release, "secrets-of-the-fixture.env");

export const home = (release: string): Home => JSON.parse(readFileSync(homeFile(release), "utf8")) as Home;

/** `NAME:VALUE`. Long retention, because the fixture's data is old. */
export const variables = (release: string): string[] => [
  ...readFileSync(secretsFile(release), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.replace("=", ":")),
  "EVENT_RETENTION_DAYS:0",
  "MQTT_MAX_SESSION_EXPIRY:0",
];

/** Keeps the session for as long as MQTT allows. */
export const KEPT_SESSION: IClientOptions = {
  protocolVersion: 5,
  clean: false,
  properties: { sessionExpiryInterval: 0xffffffff },
};

type Get = <T>(path: string) => Promise<T>;

/** Logs the owner in and returns their calls. */
export async function ownerOf(url: string, email: string): Promise<Get> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email, password: PASSWORD });
  const session = await (await fetch(`${url}/v0/login/`, { method: "POST", headers, body })).json();
  const { token } = (session as { data: { token: string } }).data;
  return async <T>(path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Token ${token}` } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}.`);
    return (await response.json()) as T;
  };
}

const EVENTS = "/v0/events/devices/on-off/?size=100";

/** Calls that read all lists of the account and a device, except data with a time limit. */
export const callsFor = (device: string, from: string, to: string): string[] => [
  "/v0/users/",
  "/v0/api-keys/",
  "/v0/mqtt/channels/",
  "/v0/mqtt/credentials/",
  "/v0/mqtt/settings/",
  "/v0/tokens/",
  "/v0/guests/",
  "/v0/targets/",
  "/v0/watches/",
  `${EVENTS}&device=${device}`,
  `/v0/devices/on-off/${device}/`,
  `/v0/devices/on-off/${device}/values/`,
  `/v0/devices/on-off/${device}/schedules/`,
  `/v0/devices/on-off/${device}/series/?key=temperature&resolution=1h&field=sum&from=${from}&to=${to}`,
];

/** Fields that change over time, or with the address of the product. */
const PASSING = ["next_at", "last_used", "ws_url", "port"];
const lasting = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value) => (PASSING.includes(key) ? undefined : value)));

export async function answersTo(get: Get, calls: readonly string[]): Promise<Home["answers"]> {
  const answers = calls.map(async (path) => [path, lasting(await get(path))] as const);
  return Object.fromEntries(await Promise.all(answers));
}

export const eventsOf = (get: Get, device: string): Promise<DeviceEvent[]> =>
  get(`${EVENTS}&device=${device}`);
