/** Transports without the account in the address, with stock clients: one address for all, and TCP. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import mqtt from "mqtt";
import { describe, expect, inject, it } from "vitest";
import WebSocket from "ws";
import { controlPayload } from "../../broker/contract/control.ts";
import type { Credential } from "../../worker/contract/credentials.ts";
import type { Refusal } from "../../worker/contract/refusals.ts";
import {
  type Account,
  type DeviceSetup,
  type Login,
  newAccount,
  newDeviceSetup,
  PASSWORD,
} from "../support/account.ts";
import { mosquittoPub, mosquittoSub } from "../support/mosquitto.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const tcpPort = inject("tcpPort");
const oneAddress = `${baseUrl.replace(/^http/, "ws")}/mqtt`;
const tcpAddress = `mqtt://127.0.0.1:${tcpPort}`;
const versions = [4, 5] as const;

/** Every kind of principal that may publish `on` to the lamp. */
async function principals(setup: DeviceSetup): Promise<[string, Login][]> {
  const { account, key, login } = setup;
  const name = `tool-${randomUUID()}`;
  const control = await account.newChannel(setup.control);
  await account.newCredential(name, [control]);
  const tool = { clientId: randomUUID(), password: PASSWORD };
  return [
    ["API key in the client id", { clientId: `${key.key}__${randomUUID()}` }],
    [
      "API key as user name too",
      { clientId: `${key.key}__${randomUUID()}`, username: key.key, password: key.key },
    ],
    ["bare credential", { ...tool, username: name }],
    ["credential with its account", { ...tool, username: `${account.userId}/${name}` }],
    ["device", { ...login, clientId: randomUUID() }],
  ];
}

/** No client of it logs in. */
const refused = await newDeviceSetup(baseUrl);

describe("mosquitto_pub and mosquitto_sub over TCP", () => {
  it.each(versions)("connect as every kind of principal in protocol level %i", async (version) => {
    const setup = await newDeviceSetup(baseUrl);
    const kinds = await principals(setup);
    const place = { port: tcpPort, version, topic: setup.control };
    const lamp = mosquittoSub({ ...place, login: setup.login, more: ["-C", String(kinds.length)] });
    await lamp.subscribed;
    for (const [kind, login] of kinds) {
      const { code, said } = await mosquittoPub({ ...place, login, more: ["-q", "1"] }, controlPayload("on"));
      expect(`${kind}: ${code} ${said}`).toBe(`${kind}: 0 `);
    }
    const { code, said } = await lamp.answer;
    expect(code).toBe(0);
    expect(said.match(/^\{"state":"on"\}$/gm)).toHaveLength(kinds.length);
    expect((await setup.account.device(setup.device.id)).state).toBe(true);
  });

  it.each([
    [4, "a wrong password", { password: "wrong" }, /bad user name or password/i],
    [5, "a wrong password", { password: "wrong" }, /bad user name or password/i],
    [4, "a device of nobody", { username: `${randomUUID()}:lamp` }, /bad user name or password/i],
    [5, "a device of nobody", { username: `${randomUUID()}:lamp` }, /bad user name or password/i],
    [
      4,
      "an API key of nobody",
      { clientId: "nokey__1", username: "", password: "" },
      /bad user name or password/i,
    ],
    [5, "nobody at all", { username: undefined, password: undefined }, /not authori[sz]ed/i],
    [4, "nobody at all", { username: undefined, password: undefined }, /not authori[sz]ed/i],
  ] as const)("in protocol level %i print why %s is refused", async (version, _, change, sentence) => {
    const { login, control: topic, account, device } = refused;
    const given = Object.entries({ ...login, ...change }).filter(([, value]) => value);
    const changed = Object.fromEntries(given) as unknown as Login;
    const { code, said } = await mosquittoPub({ port: tcpPort, version, login: changed, topic }, "x");
    expect(code).not.toBe(0);
    expect(said).toMatch(sentence);
    expect(await account.events(device.id)).toEqual([]);
  });
});

/** The address that MQTT.js opens without a path. */
const frontDoor = `${baseUrl.replace(/^http/, "ws")}/`;

/** A program with its own topics, which gets its retained message back. Throws when it is refused. */
async function talk(address: string, login: Partial<Login>, version: 4 | 5 = 4): Promise<string[]> {
  const given = { ...login, protocolVersion: version, reconnectPeriod: 0 };
  const client = await mqtt.connectAsync(address, given, false);
  try {
    const heard = new Promise<string[]>((resolve) => {
      client.once("message", (topic, payload) => resolve([topic, String(payload)]));
    });
    await client.subscribeAsync("stat/#", { qos: 1 });
    await client.publishAsync("stat/plug/POWER", "ON", { qos: 1 });
    return await heard;
  } finally {
    await client.endAsync(true);
  }
}
const TALKED = ["stat/plug/POWER", "ON"];
const refusal = (talking: Promise<unknown>) =>
  talking.then(
    () => "let in",
    (error: Error) => error.message,
  );

const home = await newAccount(baseUrl);
const { key: homeKey } = await home.newKey();
const newRoot = (account: Account, body: object = {}) =>
  account.call<Credential>("POST", "/v0/mqtt/credentials/", { name: "Plug", view: "root", ...body });

describe.each([
  ["a WebSocket on /", frontDoor],
  ["a WebSocket on /mqtt", oneAddress],
  ["TCP", tcpAddress],
])("stock software over %s", (_, address) => {
  it.each(versions)("connects by name and password alone in protocol level %i", async (version) => {
    const { username, password } = await newRoot(home);
    expect(await talk(address, { username, password }, version)).toEqual(TALKED);
  });

  it("accepts an API key as password, with any user name", async () => {
    const login = { password: homeKey, clientId: randomUUID() };
    expect(await talk(address, { password: homeKey, username: "" })).toEqual(TALKED);
    expect(await talk(address, { ...login, username: "homeassistant" })).toEqual(TALKED);
  });

  it("treats empty fields as absent", async () => {
    const said = { clientId: `${homeKey}__${randomUUID()}`, username: "", password: "" };
    const client = await mqtt.connectAsync(address, { ...said, reconnectPeriod: 0 }, false);
    await client.endAsync(true);
    expect(await refusal(talk(address, { username: "", password: "" }))).toMatch(/not authorized/i);
  });
});

describe("a user name of several accounts", () => {
  it("locks out no client with a generated one, and reports the others with a remedy [T150]", async () => {
    const [account, other] = [await newAccount(baseUrl), await newAccount(baseUrl)];
    const login = { username: `ha-${randomUUID()}`, password: PASSWORD };
    await newRoot(account, login);
    expect(await talk(tcpAddress, login)).toEqual(TALKED);
    await newRoot(other, login);
    expect(await refusal(talk(tcpAddress, login))).toMatch(/bad user ?name or password/i);
    const rows = () => account.call<Refusal[]>("GET", "/v0/mqtt/log/");
    await until("a row in the log", async () => (await rows()).length > 0);
    const [row] = await rows();
    expect(row).toMatchObject({ kind: "connect", client_name: login.username, remedy: { kind: "username" } });
    const { username } = await account.call<Credential>("POST", `/v0/mqtt/log/${row?.id}/fix/`);
    await newRoot(other, { ...login, username });
    expect(await talk(tcpAddress, { ...login, username })).toEqual(TALKED);
    expect(await talk(frontDoor, login)).toEqual(TALKED);
  });

  it("of one account reports a wrong password there [T151]", async () => {
    const { username } = await newRoot(home, { username: `ha-${randomUUID()}` });
    expect(await refusal(talk(tcpAddress, { username, password: "wrong" }))).toMatch(/bad user ?name/i);
    const rows = () => home.call<Refusal[]>("GET", "/v0/mqtt/log/");
    await until("a row in the log", async () => (await rows()).length > 0);
    const rule = "The password does not match the credential with this user name.";
    expect(await rows()).toMatchObject([{ client_name: username, rule, remedy: { kind: "password" } }]);
  });
});

describe("a request to / that is not a client's", () => {
  /** The content differs: the page is prerendered. */
  const CONTENTS = ["date", "cf-cache-status", "etag", "content-length"];
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => !CONTENTS.includes(name)));

  it.each(["GET", "HEAD"])("gets the page by %s, as on every other path", async (method) => {
    const get = (path: string) => fetch(baseUrl + path, { method, headers: { accept: "text/html" } });
    const [front, page] = [await get("/"), await get("/docs")];
    expect(front.status).toBe(200);
    expect(headersOf(front)).toEqual(headersOf(page));
    expect(front.headers.get("content-security-policy")).toContain("script-src");
    const scripts = (html: string) => html.match(/(?<=<script[^>]*)src="\/assets\/[^"]*"/g);
    expect(scripts(await front.text())).toEqual(scripts(await page.text()));
  });

  it("is refused from a foreign page [T7]", async () => {
    const socket = new WebSocket(frontDoor, "mqtt", { headers: { Origin: "https://evil.example" } });
    const [{ message }] = await once(socket, "error");
    expect(message).toContain("403");
  });
});

it("reports the open port", async () => {
  const response = await fetch(`${baseUrl}/v0/broker/`);
  expect(await response.json()).toMatchObject({ tcp: { host: "127.0.0.1", port: tcpPort } });
});
