/** The history of messages with stock clients: what a client publishes is read again, and replayed in its order. */

import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, expect, inject, test } from "vitest";
import { controlTopic } from "../../broker/contract/topics.ts";
import { main } from "../../worker/cli/main.ts";
import type { ResponseOf } from "../../worker/contract/api.ts";
import { type Account, newAccount } from "../support/account.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const TCP = `mqtt://127.0.0.1:${inject("tcpPort")}`;
const WEBSOCKET = `${baseUrl.replace(/^http/, "ws")}/mqtt`;

const clients: MqttClient[] = [];
afterAll(() => Promise.all(clients.map((client) => client.endAsync(true))));

async function withHistory() {
  const account = await newAccount(baseUrl);
  await account.newKey();
  const history = [{ filter: "#", days: 1 }];
  await account.call("PUT", "/v0/mqtt/settings/", { profile: "full", history });
  const scopes = ["messages:read:#", "messages:publish:#", "devices:switch", "devices:read", "events:read"];
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "all", scopes });
  const connect = async (url: string, version: 3 | 4 | 5 = 5) => {
    const login = {
      username: "any",
      password: token,
      clientId: `c${Math.random().toString(36).slice(2, 12)}`,
    };
    const more = version === 3 ? { protocolId: "MQIsdp" as const } : {};
    const client = await connectAsync(
      url,
      { ...login, ...more, protocolVersion: version, reconnectPeriod: 0 },
      false,
    );
    clients.push(client);
    return client;
  };
  const command = async (...args: string[]) => {
    let out = "";
    const into = (write: (text: string) => void) => ({
      write: (text: string | Uint8Array) => {
        write(String(text));
        return true;
      },
    });
    const environment = { SWITCHYARD_URL: baseUrl, SWITCHYARD_TOKEN: token };
    const code = await main(args, {
      environment,
      stdout: into((text) => {
        out += text;
      }),
      stderr: into(() => {}),
    });
    return { code, out };
  };
  return { account, connect, command };
}

type Page = ResponseOf<"listHistory">;
const read = async (account: Account, query: string): Promise<Page["messages"]> =>
  (await account.call<Page>("GET", `/v0/history/?${query}`)).messages;

test.each([
  ["TCP", 3, TCP],
  ["TCP", 4, TCP],
  ["TCP", 5, TCP],
  ["WebSocket", 5, WEBSOCKET],
] as const)(
  "over %s with version %i: each QoS and a retained message are read again",
  async (_, version, url) => {
    const { account, connect } = await withHistory();
    const client = await connect(url, version);
    await client.publishAsync("a/0", "zero", { qos: 0 });
    for (const n of [1, 2] as const) await client.publishAsync(`a/${n}`, Buffer.from([0xff, n]), { qos: n });
    await client.publishAsync("a/kept", "", { qos: 1, retain: true });
    const rows = await read(account, "filter=a/%23&order=oldest");
    expect(
      rows.map(({ topic, payload, encoding, qos, retain }) => [topic, payload, encoding, qos, retain]),
    ).toEqual([
      ["a/0", "zero", "utf-8", 0, false],
      ["a/1", "/wE=", "base64", 1, false],
      ["a/2", "/wI=", "base64", 2, false],
      ["a/kept", "", "utf-8", 1, true],
    ]);
  },
);

test("a thousand messages in flight at QoS 1 are all read, once and in their order", async () => {
  const { account, connect } = await withHistory();
  const client = await connect(TCP);
  const numbers = Array.from({ length: 1000 }, (_, n) => String(n));
  for (let n = 0; n < numbers.length; n += 25) {
    await Promise.all(numbers.slice(n, n + 25).map((each) => client.publishAsync("many", each, { qos: 1 })));
  }
  const found: string[] = [];
  let after = "";
  do {
    const page = await account.call<Page>("GET", `/v0/history/?filter=many&order=oldest&limit=150${after}`);
    found.push(...page.messages.map(({ payload }) => payload));
    after = page.next === null ? "" : `&after=${page.next}`;
  } while (after !== "");
  expect(found).toEqual(numbers);
});

test("a replay publishes them in their order onto a prefix, switches nothing, and is not repeated by the next one", async () => {
  const { account, connect, command } = await withHistory();
  const device = await account.newDevice("Lamp");
  const client = await connect(TCP);
  const reader = await connect(WEBSOCKET);
  const heard: [topic: string, payload: string][] = [];
  reader.on("message", (topic, payload) => {
    if (topic.includes("greenhouse/")) heard.push([topic, payload.toString()]);
  });
  for (let n = 0; n < 40; n++)
    await client.publishAsync(`greenhouse/${n % 4}`, String(n), { qos: n % 2 === 0 ? 0 : 1 });
  const control = controlTopic(account.userId, device.id).slice(account.userId.length + 1);
  await client.publishAsync(control, '{"state":"on"}', { qos: 1 });
  await reader.subscribeAsync("#", { qos: 1 });
  const first = await command("replay", "#", "--from", "1h", "--onto", "copy", "--speed", "1000", "--json");
  expect([first.code, JSON.parse(first.out)]).toMatchObject([0, { published: 42, refused: {} }]);
  await until("the replay", () => heard.length >= 40);
  expect(heard).toEqual(Array.from({ length: 40 }, (_, n) => [`copy/greenhouse/${n % 4}`, String(n)]));
  const itself = await command("replay", "#", "--from", "1h", "--speed", "1000", "--json");
  // the 40 of the client, and the 42 of the first replay; neither the control message nor the status of its device
  expect([itself.code, JSON.parse(itself.out)]).toMatchObject([0, { published: 82, skipped: 1 }]);
  await until("both replays", () => heard.length >= 40 + 80);
  expect(
    (await account.events(device.id)).filter((event) => event === "switched on").length,
  ).toBeLessThanOrEqual(1);
  const { out } = await command("history", "greenhouse/+", "--limit", "3");
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => line.replace(/^\S+ \S+ +/, "")),
  ).toEqual(["greenhouse/1 37", "greenhouse/2 38", "greenhouse/3 39"]);
});

test("what happened to a device is one line of time: its command, and the message on its topic", async () => {
  const { account, connect, command } = await withHistory();
  const device = await account.newDevice("Lamp");
  const client = await connect(TCP);
  const control = controlTopic(account.userId, device.id).slice(account.userId.length + 1);
  await client.publishAsync(control, '{"state":"on"}', { qos: 1 });
  await client.publishAsync(control, "nonsense", { qos: 1 });
  const { code, out } = await command("history", "--device", "lamp", "--json");
  const rows = JSON.parse(out) as { kind: string; message?: { topic: string } }[];
  expect(code).toBe(0);
  expect(rows.filter(({ kind }) => kind === "message").map(({ message }) => message?.topic)).toEqual(
    expect.arrayContaining([control, control]),
  );
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(["message", "event"]));
  const text = (await command("history", "--device", "lamp", "--limit", "50")).out;
  for (const words of ["Turned On", `${control} nonsense`, "Error Detected"]) expect(text).toContain(words);
  expect((await command("history")).code).toBe(2);
});
