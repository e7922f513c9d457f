/** Many clients behind one bridge, and a throttling product: only the misbehaving client is affected. */

import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LiveClient } from "../../worker/contract/live-client.ts";
import { type DeviceSetup, newDeviceSetup, PASSWORD } from "../support/account.ts";
import { type BridgeProcess, startBridge } from "../support/bridge-process.ts";
import {
  freePort,
  newStateDirectory,
  type RunningProduct,
  startProductProcess,
} from "../support/product-process.ts";
import { until } from "../support/until.ts";

const STARTS_WITHIN_MS = 120_000;
const [first, second] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const stateDirectory = await newStateDirectory();

let port = 0;
let product: RunningProduct;
const bridges: BridgeProcess[] = [];
let setup: DeviceSetup;

beforeAll(async () => {
  port = await freePort();
  product = await run(first);
  setup = await newDeviceSetup(product.url);
}, STARTS_WITHIN_MS);
afterAll(async () => {
  await Promise.all(bridges.map((bridge) => bridge.stop()));
  await product.stop();
  rmSync(stateDirectory, { recursive: true, force: true });
});

const run = (...keys: string[]): Promise<RunningProduct> =>
  startProductProcess({
    variables: ["THROTTLE:on", `BRIDGE_KEYS:${keys.join(",")}`],
    ...{ stateDirectory, port, tcpPort: 0 },
  });

/** Returns its port. */
async function openBridge(...keys: string[]): Promise<{ port: number; bridge: BridgeProcess }> {
  const to = `ws://127.0.0.1:${port}/mqtt`;
  const options = ["--to", to, "--listen", "127.0.0.1:any", "--drain", "0"];
  const bridge = await startBridge(options, { BRIDGE_KEYS: keys.join(",") });
  bridges.push(bridge);
  return { port: bridge.ports[0] ?? 0, bridge };
}

interface ClientOptions {
  from: string;
  /** Called for each connection. */
  to: () => number;
  password?: string;
  /** Milliseconds; 0: no reconnect. */
  again?: number;
}

/** A client with its own address: the whole of 127.0.0.0/8 is this machine. */
function client({ from, to, password = PASSWORD, again = 0 }: ClientOptions): MqttClient {
  const made = new MqttClient(() => connect({ host: "127.0.0.1", port: to(), localAddress: from }), {
    ...{ protocolVersion: 5, clientId: `at-${from}`, username: setup.credential.username, password },
    ...{ reconnectPeriod: again, keepalive: 0 },
  });
  made.on("error", () => {});
  return made;
}

/** The code of its CONNACK; 0 is success. */
const answered = (each: MqttClient) =>
  new Promise<number>((resolve) => {
    each.once("connect", () => resolve(0));
    each.once("error", (error) => resolve((error as { code?: number }).code ?? -1));
  });

async function login(coming: ClientOptions): Promise<number> {
  const each = client(coming);
  const code = await answered(each);
  await each.endAsync(true);
  return code;
}

const addresses = async () =>
  (await setup.account.call<LiveClient[]>("GET", "/v0/mqtt/clients/")).map(({ address }) => address).sort();
const listed = (...expected: string[]) =>
  until(`${expected} in the list`, async () => `${await addresses()}` === `${expected.sort()}`, 30_000);

it("of fifty clients behind one bridge, one guesses and floods, and forty-nine are unaffected [T170]", async () => {
  const door = await openBridge(first);
  const to = () => door.port;
  const places = Array.from({ length: 49 }, (_, at) => `127.0.0.${at + 2}`);
  const clients = places.map((from) => client({ from, to }));
  let lost = 0;
  for (const each of clients) each.on("close", () => lost++);
  await until("all of them", () => clients.every(({ connected }) => connected), 30_000);

  const guesser = { from: "127.0.0.200", to, password: "guessed" };
  const codes: number[] = [];
  while (codes.at(-1) !== 0x9f && codes.length < 20) codes.push(await login(guesser));
  expect(new Set(codes)).toEqual(new Set([0x86, 0x9f]));
  expect(await login({ from: guesser.from, to })).toBe(0x9f);
  const silent: Socket[] = Array.from({ length: 60 }, () =>
    connect({ host: "127.0.0.1", port: door.port, localAddress: guesser.from }).on("error", () => {}),
  );
  for (const socket of silent) socket.write(new Uint8Array([0x10]));

  // the same name and password, through the same bridge
  expect(await login({ from: "127.0.0.60", to })).toBe(0);
  await Promise.all(clients.map((each) => each.publishAsync(setup.channel.topic, "here", { qos: 1 })));
  expect(await addresses()).toEqual(places.sort());
  expect(lost).toBe(0);
  for (const socket of silent) socket.destroy();
  await Promise.all(clients.map((each) => each.endAsync(true)));
}, 60_000);

it(
  "a bridge's key is rotated under a connected client, and a bridge with an unknown key reports it [T174] [F434]",
  async () => {
    const from = "127.0.0.77";
    let { port: door, bridge } = await openBridge(first);
    const live = client({ from, to: () => door, again: 100 });
    await listed(from);

    await product.stop();
    product = await run(second, first);
    await listed(from);
    const replaced = bridge;
    ({ port: door, bridge } = await openBridge(second, first));
    expect(await replaced.stop()).toBe(0);
    await listed(from);

    await product.stop();
    product = await run(second);
    await listed(from);
    // a bridge with a dropped key still connects its clients, as its own address
    const forgotten = await openBridge(first);
    const other = client({ from: "127.0.0.78", to: () => forgotten.port });
    await listed(from, "127.0.0.1");
    expect(forgotten.bridge.log()).toContain("the broker does not believe this bridge");
    expect(bridge.log()).not.toContain("believe");
    await Promise.all([live, other].map((each) => each.endAsync(true)));
  },
  STARTS_WITHIN_MS * 2,
);
