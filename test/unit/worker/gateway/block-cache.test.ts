/** Blocked clients are refused by the worker, before an account's object is called or a secret checked. */

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CONNECTIONS_WITHOUT_LOGIN } from "../../../../broker/hub/limits/vain-connections.ts";
import type { Env } from "../../../../worker/env.ts";
import { edgeOf, originOf } from "../../../../worker/gateway/arrival.ts";
import { openWebSocket } from "../../../../worker/gateway/transports.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { mqtt } from "../../../../worker/routes/mqtt.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { Client } from "../../broker/support/client.ts";
import { apiWith, newAccount } from "../api/client.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const from = (address: string) => ({ "CF-Connecting-IP": address });

describe("an account's own address", () => {
  const UPGRADE = { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt" };

  /** An object that refuses, and the number of its calls. */
  function refusing(wait: string) {
    const fetch = vi.fn(async () => new Response(null, { status: 429, headers: { "Retry-After": wait } }));
    return { fetch, BROKER: { getByName: () => ({ fetch }) } };
  }

  test("calls the object once, returns the wait, and calls again after it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
    const { id } = await newAccount();
    const { fetch, BROKER } = refusing("60");
    const call = apiWith({ THROTTLE: "on", BROKER });
    const upgradeFrom = (address: string) =>
      call(`GET /mqtt/${id}`, undefined, { headers: { ...UPGRADE, ...from(address) } });
    for (let n = 0; n < 5; n++) {
      const { status, body, headers } = await upgradeFrom("192.0.2.1");
      expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
      expect(body).toEqual({ detail: "Request was throttled. Expected available in 60 seconds." });
    }
    expect(fetch).toHaveBeenCalledTimes(1);
    await upgradeFrom("192.0.2.2");
    expect(fetch).toHaveBeenCalledTimes(2);
    vi.setSystemTime(Date.now() + 59_001);
    expect((await upgradeFrom("192.0.2.1")).headers.get("Retry-After")).toBe("1");
    expect(fetch).toHaveBeenCalledTimes(2);
    vi.setSystemTime(Date.now() + 1000);
    await upgradeFrom("192.0.2.1");
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test("sends the object a digest of the address only, and none with the throttle off", async () => {
    const { id } = await newAccount();
    const edges: string[] = [];
    const fetch = async (...asked: Parameters<Fetcher["fetch"]>) => {
      edges.push(decodeURIComponent(new Request(...asked).headers.get("Switchyard-Edge") ?? ""));
      return new Response(null, { status: 429 });
    };
    const BROKER = { getByName: () => ({ fetch }) };
    const options = { headers: { ...UPGRADE, ...from("192.0.2.9") } };
    await apiWith({ THROTTLE: "on", BROKER })(`GET /mqtt/${id}`, undefined, options);
    await apiWith({ THROTTLE: "off", ENVIRONMENT: "development", BROKER })(
      `GET /mqtt/${id}`,
      undefined,
      options,
    );
    expect(edges.map((edge) => JSON.parse(edge).address)).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      null,
    ]);
    expect(edges.join()).not.toContain("192.0.2.9");
  });
});

test("at an account's own address, a program without a right login shuts out no neighbour, nor at its first login", async () => {
  const { id, call } = await newAccount();
  const username = `lamp-${crypto.randomUUID()}`;
  await call("POST /v0/mqtt/credentials/", { name: "Lamp", username, password: PASSWORD, channels: [] });
  const url = new URL(`https://h/mqtt/${id}`);
  const headers = { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", ...from("198.51.100.8") };
  const login = async (password: string): Promise<number> => {
    const { webSocket } = await mqtt(new Request(url, { headers }), { ...env, THROTTLE: "on" } as Env, url);
    const client = new Client(webSocket as WebSocket, 5);
    client.connect({ username, password });
    const connack = () => client.received.find((each) => each.cmd === "connack");
    await client.until(() => connack() !== undefined || client.closed !== null, "no answer");
    client.cut();
    return connack()?.reasonCode ?? client.closed ?? 0;
  };
  for (let n = 0; n < CONNECTIONS_WITHOUT_LOGIN + 20; n++) {
    expect([0x86, 1013]).toContain(await login("old"));
  }
  expect(await login(PASSWORD)).toBe(0);
  // the worker holds the old password back by itself
  expect(await login("old")).toBe(1013);
});

describe("the address without an account", () => {
  const counting = { ...env, THROTTLE: "on" } as Env;

  async function login(address: string, username: string, password: string): Promise<number> {
    const request = new Request("https://h/mqtt", { headers: from(address) });
    const client = new Client(openWebSocket(request, counting).webSocket as WebSocket, 5);
    client.connect({ username, password } as never);
    const connack = () => client.received.find((each) => each.cmd === "connack");
    await client.until(() => connack() !== undefined || client.closed !== null, "no answer");
    client.cut();
    return connack()?.reasonCode ?? client.closed ?? 0;
  }

  test("blocks a name after ten failures from one address, and not the right one elsewhere [T3]", async () => {
    const { call } = await newAccount();
    const username = `lamp-${crypto.randomUUID()}`;
    const made = await call("POST /v0/mqtt/credentials/", {
      name: "Lamp",
      username,
      password: PASSWORD,
      channels: [],
    });
    expect(made.status).toBe(201);
    for (let n = 0; n < 11; n++) expect(await login("198.51.100.1", username, `guessed-${n}`)).toBe(0x86);
    expect(await login("198.51.100.1", username, PASSWORD)).toBe(1013);
    expect(await login("198.51.100.1", `${username}-2`, "guessed")).toBe(0x86);
    expect(await login("198.51.100.2", username, PASSWORD)).toBe(0);
  });

  test("holds back a password that fails again and again, and not its neighbours with the same name", async () => {
    const { call } = await newAccount();
    const username = `lamp-${crypto.randomUUID()}`;
    await call("POST /v0/mqtt/credentials/", { name: "Lamp", username, password: PASSWORD, channels: [] });
    const here = "198.51.100.6";
    for (let n = 0; n < 11; n++) expect(await login(here, username, "old")).toBe(0x86);
    for (let n = 0; n < 20; n++) {
      expect(await login(here, username, "old")).toBe(1013);
      expect(await login(here, username, PASSWORD)).toBe(0);
    }
    // guesses hold back the name, except for the login that was right there
    for (let n = 0; n < 11; n++) await login(here, username, `guessed-${n}`);
    expect(await login(here, username, "guessed-11")).toBe(1013);
    expect(await login(here, username, PASSWORD)).toBe(0);
  });

  test("blocks an address after sixty failed names", async () => {
    for (let n = 0; n < 61; n++) expect(await login("198.51.100.3", `nobody-${n}`, "guessed")).toBe(0x86);
    expect(await login("198.51.100.3", "nobody-61", "guessed")).toBe(1013);
    expect(await login("198.51.100.4", "nobody-61", "guessed")).toBe(0x86);
  });

  test("counts a token of a made-up account as a failure, although it wakes that account's object [T360]", async () => {
    const guess = (n: number) => login("198.51.100.5", `any-${n}`, newBearer("token", crypto.randomUUID()));
    for (let n = 0; n < 61; n++) expect(await guess(n)).toBe(0x86);
    expect(await guess(61)).toBe(1013);
  });
});

const DEADLINE_S = 1;
const PLACES = 20;
const counting = { ...env, THROTTLE: "on", MQTT_CONNECT_DEADLINE: String(DEADLINE_S) };

const openSocket = (address: string) =>
  openWebSocket(new Request("https://h/mqtt", { headers: { "CF-Connecting-IP": address } }), counting);

function enter(address: string) {
  const { status, webSocket } = openSocket(address);
  const closed = new Promise<number>((resolve) => {
    webSocket?.addEventListener("close", ({ code }) => resolve(code));
    webSocket?.accept();
  });
  return { status, closed };
}

test("a flood of frames ends the connection, and blocks its address for a minute [T70]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  const request = new Request("https://h/mqtt", { headers: { "CF-Connecting-IP": "192.0.2.9" } });
  const few = { ...counting, MQTT_FRAME_RATE: "10" };
  const { webSocket } = openWebSocket(request, few);
  const closed = new Promise<number>((resolve) => {
    webSocket?.addEventListener("close", ({ code }) => resolve(code));
  });
  webSocket?.accept();
  webSocket?.send(new Uint8Array([0x10, 0xff, 0x7f]));
  for (let n = 0; n < 40; n++) webSocket?.send(new Uint8Array([0]));
  expect(await closed).toBe(1008);
  await vi.waitFor(() => expect(openWebSocket(request, few).status).toBe(503));
  vi.setSystemTime(Date.now() + 60_000);
  expect(openWebSocket(request, few).status).toBe(101);
  vi.useRealTimers();
});

test("twenty clients of one address may wait, ten seconds each, and then others may", async () => {
  const waiting = Array.from({ length: PLACES }, () => enter("192.0.2.1"));
  expect(waiting.map(({ status }) => status)).toEqual(waiting.map(() => 101));

  const refused = openSocket("192.0.2.1");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe(String(DEADLINE_S));
  const other = enter("192.0.2.2");
  expect(other.status).toBe(101);

  const codes = await Promise.all([...waiting, other].map(({ closed }) => closed));
  expect(new Set(codes)).toEqual(new Set([1008]));
  expect(enter("192.0.2.1").status).toBe(101);
});

test("a local client has no country: the runtime's invented one is hidden [F374]", () => {
  const request = new Request("http://yard.example/mqtt", {
    cf: { country: "US", colo: "DFW" },
  } as RequestInit);
  const at = (ENVIRONMENT: string) => {
    const place = { ...env, THROTTLE: "on", ENVIRONMENT, APP_URL: "http://yard.example" } as Env;
    return edgeOf(place, request, originOf(request, place));
  };
  expect(at("production")).toMatchObject({ country: "US", colo: "DFW" });
  expect(at("development")).toMatchObject({ country: null, colo: null });
});
