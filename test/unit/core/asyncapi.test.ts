import specs from "@asyncapi/specs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import type { DescribedAccount, DescribedCredential } from "../../../worker/asyncapi/account.ts";
import { asyncapiDocument } from "../../../worker/asyncapi/describe.ts";
import { aChannel } from "../../support/nouns.ts";

const USER = "11111111-1111-4111-8111-111111111111";
const [LAMP, PLUG] = ["22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"];

const channel = (id: string, topic: string, path?: string) =>
  aChannel({
    id,
    name: id,
    topic: `${USER}/${topic}`,
    series: path === undefined ? null : { path, unit: "°C", name: "Hall" },
  });
const credential = (id: string, more: Partial<DescribedCredential> = {}): DescribedCredential => ({
  id,
  name: id,
  username: id,
  serverMade: false,
  view: "account",
  grants: [],
  device: null,
  topics: [],
  ...more,
});
const TWO = ["t", "h"].map((name) => ({ path: `/${name}`, unit: null, name }));
const everything = { filter: "#", publish: true, subscribe: true };

const ACCOUNT: DescribedAccount = {
  userId: USER,
  view: "account",
  truncated: false,
  page: "https://yard.example",
  supportEmail: "support@yard.example",
  broker: {
    host: "mqtt.yard.example",
    port: 1883,
    tlsPort: 8883,
    ws: "wss://yard.example",
    maxQos: 2,
    retain: true,
    maxPacketSize: 1_048_576,
    maxSamples: 100,
  },
  channels: [
    channel("door", "door"),
    channel("temperature", "hall/t", ""),
    channel("deep", "hall/json", "/a~1b/0"),
    channel("hidden", "hall/hidden", "/__proto__"),
    channel("braces", "x/{y}?z"),
    channel("query", "lab?x=1"),
  ],
  devices: [
    {
      id: LAMP,
      name: "Lamp `1` <b>",
      found: false,
      values: [
        { key: "temperature_c", name: "Air", unit: "°C", value: 21.5, at: 0 },
        { key: "__proto__", name: null, unit: null, value: "open", at: 0 },
      ],
      controls: [
        { key: "brightness", kind: "number", name: "Brightness", unit: "%", min: 0, max: 100, step: 5 },
        { key: "mode", kind: "choice", name: null, unit: null, options: ["eco", "boost"] },
        { key: "tint", kind: "color", name: null, unit: null },
        { key: "reset", kind: "button", name: null, unit: null },
      ],
    },
    { id: PLUG, name: "Plug", found: true, values: [], controls: [] },
  ],
  credentials: [
    credential("board", { topics: [`${USER}/door`] }),
    credential("own", { device: LAMP, username: "a`b``" }),
    credential("reader", { grants: [{ filter: "hall/+", publish: false, subscribe: true }] }),
    credential("hub", { view: "root", serverMade: true, grants: [everything] }),
  ],
};

const schema: object = specs.schemasWithoutId["3.0.0"];
const isValid = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
const both = (["account", "root"] as const).map((view) => ({ view, account: { ...ACCOUNT, view } }));

/** The keys of the logins of an operation. */
const loginsOf = (operation: string, account = ACCOUNT) =>
  asyncapiDocument(account).operations[operation]?.security.map(({ $ref }) => $ref.split("/").at(-1));

describe("the AsyncAPI document of an account", () => {
  test.each(both)("follows the official schema in $view view, also when empty", ({ account }) => {
    const empty = { ...account, channels: [], devices: [], credentials: [], page: null };
    const unreachable = {
      ...empty,
      broker: { ...empty.broker, host: null, port: null, tlsPort: null, ws: null },
    };
    for (const each of [account, empty, unreachable]) {
      const document: unknown = JSON.parse(JSON.stringify(asyncapiDocument(each)));
      expect([isValid(document), isValid.errors]).toEqual([true, null]);
    }
    expect(isValid({ ...asyncapiDocument(account), servers: { a: {} } })).toBe(false);
  });

  test.each(both)("has only references that exist, in $view view", ({ account }) => {
    const document = asyncapiDocument(account);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = ""]) => path,
    );
    expect(references.length).toBeGreaterThan(30);
    for (const path of references) {
      const found = path.split("/").reduce<unknown>((value, step) => Object(value)[step], document);
      expect([path, found]).toEqual([path, expect.anything()]);
    }
  });

  test("names the servers of the configuration, with the largest packet", () => {
    const { servers } = asyncapiDocument(ACCOUNT);
    expect(servers).toMatchObject({
      websocket: { host: "yard.example", pathname: `/mqtt/${USER}`, protocol: "wss" },
      tcp: { host: "mqtt.yard.example:1883", protocol: "mqtt" },
      tls: { host: "mqtt.yard.example:8883", protocol: "mqtts" },
    });
    expect(servers.tcp?.bindings.mqtt).toMatchObject({
      maximumPacketSize: 1_048_576,
      bindingVersion: "0.2.0",
    });
  });

  test("has the account's prefix in account view only, and no address for a topic with braces or a question mark", () => {
    const addresses = (account: DescribedAccount) =>
      Object.values(asyncapiDocument(account).channels).map(({ address }) => address);
    const own = [`${USER}/devices/${LAMP}/control`, `${USER}/devices/${LAMP}/status`];
    expect(addresses(ACCOUNT)).toEqual(expect.arrayContaining([`${USER}/door`, null, ...own]));
    expect(addresses({ ...ACCOUNT, view: "root" })).toEqual(
      expect.arrayContaining(["door", "hall/t", null, `devices/${PLUG}/control`]),
    );
    const { description } = asyncapiDocument(ACCOUNT).channels["channel-braces"] ?? {};
    expect(description).toBe(`Topic: ${USER}/x/{y}?z`);
    const query = { address: null, description: `Topic: ${USER}/lab?x=1` };
    expect(asyncapiDocument(ACCOUNT).channels["channel-query"]).toMatchObject(query);
    for (const each of both) expect(addresses(each.account).join("")).not.toMatch(/[?#]/);
  });

  test("describes values and series with their units", () => {
    const { channels } = asyncapiDocument(ACCOUNT);
    const payloadOf = (key: string) => {
      const { message = {} } = channels[key]?.messages ?? {};
      return "payload" in message ? message.payload : undefined;
    };
    const several = { ...ACCOUNT, channels: [aChannel({ id: "two", series: TWO })] };
    expect(asyncapiDocument(several).channels["channel-two"]?.messages).toMatchObject({
      message: { title: "t, h", payload: { allOf: [{ properties: { t: {} } }, { properties: { h: {} } }] } },
    });
    const celsius = { type: "number", title: "Hall", description: "In °C", "x-unit": "°C" };
    expect(payloadOf("channel-temperature")).toEqual(celsius);
    expect(payloadOf("channel-deep")).toEqual({ properties: { "a/b": { properties: { "0": celsius } } } });
    expect(payloadOf("channel-hidden")).toEqual({});
    expect(payloadOf("channel-door")).toEqual({});
    const telemetry = JSON.stringify(payloadOf(`device-${LAMP}-telemetry`));
    expect(telemetry).toContain('"temperature_c":{"type":"number","title":"Air","description":"In °C"');
    // parsers take it for the prototype
    expect(telemetry).not.toContain("__proto__");
  });

  test("describes a sample of a device, and a list of 1 to 100", () => {
    const { message = {} } = asyncapiDocument(ACCOUNT).channels[`device-${LAMP}-telemetry`]?.messages ?? {};
    const payload = "payload" in message ? (message.payload as object) : false;
    const validate = new Ajv({ strict: false }).compile(payload);
    const isTelemetry = (each: unknown): boolean => validate(each);
    const sample = { ts: -60_000, temperature_c: 21.5 };
    const listOf = (length: number, entry: unknown = sample) => Array.from({ length }, () => entry);
    const good = [sample, {}, listOf(1), listOf(100), [{ temperature_c: 1, more: { inside: true } }]];
    const bad = [5, "21.5", null, [], listOf(101), [sample, 5], [[sample]], [{ temperature_c: "warm" }]];
    expect([good.filter(isTelemetry), bad.filter(isTelemetry)]).toEqual([good, []]);
  });

  test("names the logins that may use a topic, of its view only", () => {
    expect(loginsOf("channel-door-send")).toEqual(["apiKey", "credential-board"]);
    expect(loginsOf("channel-temperature-send")).toEqual(["apiKey"]);
    expect(loginsOf("channel-temperature-receive")).toEqual(["apiKey", "credential-reader"]);
    // each credential may be any device of the account
    expect(loginsOf(`device-${LAMP}-control-send`)).toHaveLength(4);
    expect(loginsOf(`device-${PLUG}-control-send`)).toEqual(["apiKey"]);
    expect(loginsOf(`device-${LAMP}-status-send`)).toBeUndefined();
    const root = { ...ACCOUNT, view: "root" } as const;
    expect(loginsOf("channel-door-send", root)).toEqual(["apiKeyAsPassword", "token", "credential-hub"]);
  });

  test("shows user names as code, whatever they contain", () => {
    const { "credential-own": own } = asyncapiDocument(ACCOUNT).components.securitySchemes;
    expect(own?.description).toContain("user name ``` a`b`` ```, in account view");
  });

  test("asks for no more than the profile offers", () => {
    const classic = { ...ACCOUNT, broker: { ...ACCOUNT.broker, maxQos: 0, retain: false } };
    for (const { bindings } of Object.values(asyncapiDocument(classic).operations)) {
      expect(bindings.mqtt).toEqual({ qos: 0, retain: false, bindingVersion: "0.2.0" });
    }
    const status = asyncapiDocument(ACCOUNT).operations[`device-${LAMP}-status-receive`];
    expect(status?.bindings.mqtt).toMatchObject({ qos: 1, retain: true });
  });
});

test("an account that fills every list is described within 8 MiB", () => {
  const many = <T>(of: (n: number) => T) => Array.from({ length: 100 }, (_, n) => of(n));
  const uuid = (kind: number, n: number) => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const value = (n: number) => ({
    key: `k${n}`.padEnd(64, "k"),
    name: "n".repeat(64),
    unit: "u".repeat(16),
    value: 1,
    at: 0,
  });
  const filled = {
    ...ACCOUNT,
    channels: many((n) => channel(uuid(1, n), `${n}/`.padEnd(163, "t"))),
    devices: many((n) => ({
      id: uuid(2, n),
      name: "D".repeat(100),
      found: false,
      values: many(value).slice(0, n < 4 ? 32 : 0),
      controls: [],
    })),
    credentials: many((n) =>
      credential(uuid(3, n), {
        grants: many((of) => ({ ...everything, filter: of % 2 ? "#" : `g/${of}/+` })).slice(0, 50),
      }),
    ),
  };
  expect(JSON.stringify(asyncapiDocument(filled)).length).toBeLessThan(8 * 1024 ** 2);
});
