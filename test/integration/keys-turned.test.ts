/**
 * Many clients behind one bridge of a throttling product, and the rotation of every key, with the commands and
 * the product's own jobs, under live clients of each kind.
 */

import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import mqtt, { MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { keyInFile } from "../../worker/cli/admin/operator.ts";
import { main as switchyard } from "../../worker/cli/main.ts";
import type { LiveClient } from "../../worker/contract/clients.ts";
import { ensureLocalSecrets } from "../../worker/local/local-secrets.ts";
import { main as rotate } from "../../worker/local/rotate-secrets.ts";
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
const stateDirectory = newStateDirectory();
const file = join(stateDirectory, ".dev.vars");
let port = 0;
let product: RunningProduct;
const bridges: BridgeProcess[] = [];
let setup: DeviceSetup;

beforeAll(async () => {
  ensureLocalSecrets(file);
  port = await freePort();
  product = await run(first);
  setup = await newDeviceSetup(product.url);
}, STARTS_WITHIN_MS);
afterAll(async () => {
  await Promise.all(bridges.map((bridge) => bridge.stop()));
  await product.stop();
  rmSync(stateDirectory, { recursive: true, force: true });
});

/** With the keys in the file, and these of bridges. */
function run(...bridgeKeys: string[]): Promise<RunningProduct> {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const stored = lines
    .filter((line) => !line.startsWith("BRIDGE_KEYS="))
    .map((line) => line.replace("=", ":"));
  const variables = [...stored, "THROTTLE:on", `BRIDGE_KEYS:${bridgeKeys.join(",")}`];
  return startProductProcess({ variables, stateDirectory, port, tcpPort: 0 });
}

async function startAgain(...bridgeKeys: string[]): Promise<void> {
  await product.stop();
  product = await run(...bridgeKeys);
}

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

/** A bridge's client with its own address: the whole of 127.0.0.0/8 is this machine. */
function behind({ from, to, password = PASSWORD, again = 0 }: ClientOptions): MqttClient {
  const made = new MqttClient(() => connect({ host: "127.0.0.1", port: to(), localAddress: from }), {
    protocolVersion: 5,
    clientId: `at-${from}`,
    username: setup.credential.username,
    password,
    reconnectPeriod: again,
    keepalive: 0,
  });
  made.on("error", () => {});
  return made;
}

/** Returns the code of its CONNACK; 0 is success. */
const CLOSED = -1;

async function login(options: ClientOptions): Promise<number> {
  const each = behind(options);
  const code = await new Promise<number>((resolve) => {
    each.once("connect", () => resolve(0));
    each.once("error", (error) => resolve((error as { code?: number }).code ?? CLOSED));
    // a refusal that passes by itself has no CONNACK
    each.once("close", () => resolve(CLOSED));
  });
  await each.endAsync(true);
  return code;
}

/** Of the clients behind a bridge. */
const addresses = async () =>
  (await setup.account.call<LiveClient[]>("GET", "/v0/mqtt/clients/"))
    .filter(({ client_id }) => client_id.startsWith("at-"))
    .map(({ address }) => address)
    .sort();
const listed = (...expected: string[]) =>
  until(`${expected} in the list`, async () => `${await addresses()}` === `${expected.sort()}`, 30_000);

it("of fifty clients behind one bridge, one guesses and floods, and forty-nine are unaffected [T170]", async () => {
  const door = await openBridge(first);
  const to = () => door.port;
  const places = Array.from({ length: 49 }, (_, at) => `127.0.0.${at + 2}`);
  const clients = places.map((from) => behind({ from, to }));
  let lost = 0;
  for (const each of clients) each.on("close", () => lost++);
  await until("all of them", () => clients.every(({ connected }) => connected), 30_000);

  const guesser = { from: "127.0.0.200", to, password: "guessed" };
  const codes: number[] = [];
  while (codes.at(-1) !== CLOSED && codes.length < 20) codes.push(await login(guesser));
  expect(new Set(codes)).toEqual(new Set([0x86, CLOSED]));
  // the password is held back, not its neighbours'
  expect(await login({ from: guesser.from, to })).toBe(0);
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

const turn = (...options: string[]) => rotate(options, { folder: stateDirectory, stateDirectory });
/** The command refuses until the jobs have reached the last row. */
const retire = (...options: string[]) =>
  until(
    `${options} --retire`,
    () =>
      turn(...options, "--retire").then(
        () => true,
        () => false,
      ),
    60_000,
  );

/** `switchyard admin` against the product. Returns whether it was authenticated. */
const isOperator = async (key: string): Promise<boolean> => {
  const environment = { APP_URL: product.url, OPERATOR_KEY: key };
  const silent = { write: () => true };
  return (await switchyard(["admin", "top"], { environment, stdout: silent, stderr: silent })) === 0;
};

/** A client of each kind, which reconnects over the account's own address or the common one. */
function clientsOfEachKind() {
  const { account, key, credential, device } = setup;
  const client = (path: string, clientId: string, username?: string) => {
    const who = username === undefined ? {} : { username, password: PASSWORD };
    const options = { ...who, protocolVersion: 5, clientId, reconnectPeriod: 100 } as const;
    return mqtt.connect(`ws://127.0.0.1:${port}${path}`, options).on("error", () => {});
  };
  const own = `/mqtt/${account.userId}`;
  const clients = [
    client(own, `${key.key}__own`),
    client("/mqtt", `${key.key}__any`),
    client(own, "own", credential.username),
    client("/mqtt", "any", credential.username),
    client("/mqtt", "device", `${device.id}:${credential.username}`),
  ];
  const refused: unknown[] = [];
  for (const each of clients) {
    each.on("packetreceive", (packet) => {
      if (packet.cmd === "connack" && packet.reasonCode !== 0) refused.push(packet.reasonCode);
    });
  }
  const here = () => until("all of them", () => clients.every(({ connected }) => connected), 30_000);
  return { clients, refused, here };
}

it(
  "keys for sealing, look-up, operators and bridges are rotated, no client is refused, and a bridge with an unknown key reports it [F193] [F194] [F434] [T174] [T242]",
  async () => {
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    onTestFinished(() => output.mockRestore());
    const { clients, refused, here } = clientsOfEachKind();
    const from = "127.0.0.77";
    let { port: door, bridge } = await openBridge(first);
    const live = behind({ from, to: () => door, again: 100 });
    await Promise.all([here(), listed(from)]);

    await turn();
    await turn("--lookup");
    const old = keyInFile(file);
    await turn("--operator");
    expect([await isOperator(old), await isOperator(keyInFile(file))]).toEqual([true, false]);
    await startAgain(second, first);
    await Promise.all([here(), listed(from)]);
    expect([await isOperator(old), await isOperator(keyInFile(file))]).toEqual([true, true]);
    const replaced = bridge;
    ({ port: door, bridge } = await openBridge(second, first));
    expect(await replaced.stop()).toBe(0);
    await listed(from);

    const made = await setup.account.newKey();
    await retire();
    await retire("--lookup");
    await turn("--operator", "--retire");
    await startAgain(second);
    await Promise.all([here(), listed(from)]);
    expect([await isOperator(old), await isOperator(keyInFile(file))]).toEqual([false, true]);
    expect(refused).toEqual([]);
    expect(readFileSync(file, "utf8")).not.toContain(",");
    const another = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, { clientId: `${made.key}__new` });

    // a bridge with a dropped key still connects its clients, as its own address
    const forgotten = await openBridge(first);
    const other = behind({ from: "127.0.0.78", to: () => forgotten.port });
    await listed(from, "127.0.0.1");
    expect(forgotten.bridge.log()).toContain("the broker does not believe this bridge");
    expect(bridge.log()).not.toContain("believe");
    await Promise.all([...clients, another, live, other].map((each) => each.endAsync(true)));
  },
  STARTS_WITHIN_MS * 2,
);
