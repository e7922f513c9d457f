/** Clients behind the bridge: counted, blocked and listed by the address that the bridge signs. */

import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import type { ListedClient } from "../../../../broker/contract/account.ts";
import { type Env, settings } from "../../../../worker/env.ts";
import { withUnsealedAddresses } from "../../../../worker/gateway/arrival.ts";
import { signClientHeader } from "../../../../worker/gateway/client-header.ts";
import { openWebSocket } from "../../../../worker/gateway/transports.ts";
import { mqtt } from "../../../../worker/routes/mqtt.ts";
import { Client } from "../../broker/support/client.ts";
import { type Account, apiWith, newAccount } from "../api/client.ts";

const keyOf = (text: string) => new TextEncoder().encode(text.repeat(32));
const base64 = (key: Uint8Array) => btoa(String.fromCharCode(...key));
const [key, next, unknown] = [keyOf("a"), keyOf("b"), keyOf("c")];
const counting = { ...env, THROTTLE: "on", BRIDGE_KEYS: base64(key) } as Env;

const BRIDGE = "203.0.113.1";
const CLIENT = "198.51.100.77";
const PATH = "/mqtt";

interface Said {
  with?: Uint8Array;
  address?: string;
  path?: string;
  secondsAgo?: number;
}
const said = ({ with: signer = key, address = CLIENT, path = PATH, secondsAgo = 0 }: Said = {}) =>
  signClientHeader([signer], { address, path, now: Date.now() - secondsAgo * 1000 });

const NOT_BELIEVED: [string, (path: string) => string][] = [
  ["forged: signed with another key [T171]", (path) => said({ path, with: unknown })],
  ["forged: another address under a true signature [T171]", (path) => said({ path }).replace(".77", ".78")],
  ["old [T172]", (path) => said({ path, secondsAgo: 62 })],
  ["of a time to come [T172]", (path) => said({ path, secondsAgo: -62 })],
  ["replayed elsewhere [T172]", (path) => said({ path: `${path}/elsewhere` })],
  ["malformed: only an address [T173]", () => CLIENT],
  ["malformed: unsigned [T173]", (path) => said({ path }).replace(/;sig=.*/, "")],
  ["malformed: twice [T173]", (path) => `${said({ path })}, ${said({ path })}`],
  ["empty [T173]", () => ""],
];

describe("at an account's own address", () => {
  /** The headers that the object receives of an upgrade through the bridge. */
  async function told(header: (path: string) => string, more: Partial<Record<string, unknown>> = {}) {
    const account = await newAccount();
    const path = `/mqtt/${account.id}`;
    const seen: Headers[] = [];
    const fetch = async (...asked: Parameters<Fetcher["fetch"]>) => {
      seen.push(new Request(...asked).headers);
      return new Response(null, { status: 429 });
    };
    const call = apiWith({ ...counting, ...more, BROKER: { getByName: () => ({ fetch }) } });
    const headers = { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", "CF-Connecting-IP": BRIDGE };
    await call(`GET ${path}`, undefined, { headers: { ...headers, "Switchyard-Client": header(path) } });
    const [first] = seen;
    const edge = decodeURIComponent(first?.get("Switchyard-Edge") ?? "");
    expect(edge).not.toMatch(/198\.51\.100|203\.0\.113/);
    const { from, address } = JSON.parse(edge);
    const [client] = await withUnsealedAddresses(env, account.id, [{ from } as ListedClient]);
    return { from: client?.from, sign: address as string, header: first?.get("Switchyard-Client") };
  }

  test("the object receives the client's address, sealed, with a digest, and never the header [T170]", async () => {
    const one = await told((path) => said({ path }));
    expect(one).toEqual({ from: CLIENT, sign: expect.stringMatching(/^[0-9a-f]{32}$/), header: null });
    const other = await told((path) => said({ path, address: "198.51.100.78" }));
    expect(other.sign).not.toBe(one.sign);
    const direct = await told(() => "");
    expect(new Set([one.sign, other.sign, direct.sign]).size).toBe(3);
  });

  test.each(NOT_BELIEVED)("a header is ignored that is %s", async (_, header) => {
    expect(await told(header)).toEqual({ ...(await told(() => "")), header: null });
  });

  test("without keys the header is ignored [T171]", async () => {
    expect((await told((path) => said({ path }), { BRIDGE_KEYS: "" })).from).toBe(BRIDGE);
    expect((await told((path) => said({ path }), { BRIDGE_KEYS: undefined })).from).toBe(BRIDGE);
  });

  test("each of several keys is accepted, so that one can replace the other [T174]", async () => {
    const both = { BRIDGE_KEYS: `${base64(next)},${base64(key)}` };
    expect((await told((path) => said({ path }), both)).from).toBe(CLIENT);
    expect((await told((path) => said({ path, with: next }), both)).from).toBe(CLIENT);
    expect((await told((path) => said({ path }), { BRIDGE_KEYS: base64(next) })).from).toBe(BRIDGE);
  });
});

test("a bridge gets a confirmation of a valid header, at either address, and other clients do not [F434]", async () => {
  const account = await newAccount();
  const upgrade = async (path: string, header: string) => {
    const headers = { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", "CF-Connecting-IP": BRIDGE };
    const request = new Request(`http://api.test${path}`, {
      headers: { ...headers, "Switchyard-Client": header },
    });
    const answer = await mqtt(request, counting, new URL(request.url));
    answer.webSocket?.accept();
    answer.webSocket?.close();
    return [answer.status, ...answer.headers].join();
  };
  for (const path of [PATH, `/mqtt/${account.id}`]) {
    const anybody = await upgrade(path, "");
    expect(await upgrade(path, said({ path }))).toContain("switchyard-client,believed");
    for (const [, header] of NOT_BELIEVED) expect(await upgrade(path, header(path))).toBe(anybody);
  }
});

describe("at the address without an account", () => {
  const upgrade = (header: string, environment = counting) =>
    openWebSocket(
      new Request(`https://h${PATH}`, {
        headers: { "CF-Connecting-IP": BRIDGE, "Switchyard-Client": header },
      }),
      environment,
    );

  async function login(header: string, who: { username?: string; password?: string; clientId?: string }) {
    const client = new Client(upgrade(header).webSocket as WebSocket, 5);
    client.connect(who as never);
    const connack = () => client.received.find((each) => each.cmd === "connack");
    await client.until(() => connack() !== undefined || client.closed !== null, "no answer");
    return { code: connack()?.reasonCode ?? client.closed ?? 0, client };
  }

  async function lamp(account: Account) {
    const username = `lamp-${crypto.randomUUID()}`;
    const password = "s3cret-of-the-lamp";
    await account.call("POST /v0/mqtt/credentials/", { name: "Lamp", username, password });
    return { username, password };
  }

  test("a guessing client is blocked, and others behind the same bridge are not [T170]", async () => {
    const account = await newAccount();
    const right = await lamp(account);
    const guesser = { address: "198.51.100.80" };
    for (let n = 0; n < 11; n++) {
      const { code } = await login(said(guesser), { ...right, password: `guessed-${n}` });
      expect(code).toBe(0x86);
    }
    expect((await login(said(guesser), right)).code).toBe(1013);
    const { code, client } = await login(said({ address: "198.51.100.81" }), right);
    expect(code).toBe(0);
    const [listed] = (await account.call("GET /v0/mqtt/clients/")).body;
    expect(listed).toMatchObject({ address: "198.51.100.81", country: null });
    client.cut();
  });

  test("a client that fills its places does not use those of others [T170]", () => {
    const slow = { address: "2001:db8:80::1" };
    const waiting = Array.from({ length: 20 }, () => upgrade(said(slow)));
    for (const { webSocket } of waiting) webSocket?.accept();
    expect(upgrade(said(slow)).status).toBe(503);
    // one customer's network is one address
    expect(upgrade(said({ address: "2001:db8:80::2" })).status).toBe(503);
    const other = upgrade(said({ address: "2001:db8:81::1" }));
    expect(other.status).toBe(101);
    other.webSocket?.accept();
    for (const { webSocket } of [...waiting, other]) webSocket?.close();
  });

  test("a flooding client is blocked, and others are admitted [T170]", async () => {
    const few = { ...counting, MQTT_FRAME_RATE: "10" } as Env;
    const flooder = { address: "198.51.100.90" };
    const { webSocket } = upgrade(said(flooder), few);
    webSocket?.accept();
    for (let n = 0; n < 60; n++) webSocket?.send(new Uint8Array([0]));
    await vi.waitFor(() => expect(upgrade(said(flooder), few).status).toBe(503));
    const other = upgrade(said({ address: "198.51.100.91" }), few);
    expect(other.status).toBe(101);
    other.webSocket?.accept();
    other.webSocket?.close();
  });
});

test("API calls ignore the header [T171]", async () => {
  const call = apiWith({ ...counting });
  const account = await newAccount();
  const attempt = (address: string) => {
    const headers = {
      "CF-Connecting-IP": BRIDGE,
      "Switchyard-Client": said({ address, path: "/v0/login/" }),
    };
    return call("POST /v0/login/", { email: account.email, password: "guessed" }, { headers });
  };
  const codes = [];
  for (let n = 0; n < 11; n++) codes.push((await attempt(`198.51.100.${n}`)).status);
  expect([new Set(codes.slice(0, 10)), codes[10]]).toEqual([new Set([400]), 429]);
});

test("invalid keys are reported, without their value", () => {
  expect(() => settings({ ...env, BRIDGE_KEYS: "c2hvcnQ=" } as Env)).toThrow(
    'Entry 1 of BRIDGE_KEYS is not "id:base64 of 32 bytes"',
  );
});
