/**
 * Rotates every key that rows need under live clients of each kind, with the command and the product's own
 * jobs.
 */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { keyInFile } from "../../worker/local/admin/operator.ts";
import { main as admin } from "../../worker/local/admin.ts";
import { ensureLocalSecrets } from "../../worker/local/local-secrets.ts";
import { main as rotate } from "../../worker/local/rotate-secrets.ts";
import { type DeviceSetup, newDeviceSetup, PASSWORD } from "../support/account.ts";
import {
  freePort,
  newStateDirectory,
  type RunningProduct,
  startProductProcess,
} from "../support/product-process.ts";
import { until } from "../support/until.ts";

const STARTS_WITHIN_MS = 120_000;
const stateDirectory = await newStateDirectory();
const file = join(stateDirectory, ".dev.vars");
let port = 0;
let product: RunningProduct;
let setup: DeviceSetup;

beforeAll(async () => {
  ensureLocalSecrets(file);
  port = await freePort();
  product = await run();
  setup = await newDeviceSetup(product.url);
}, STARTS_WITHIN_MS);
afterAll(async () => {
  await product.stop();
  rmSync(stateDirectory, { recursive: true, force: true });
});

/** With the keys in the file. */
function run(): Promise<RunningProduct> {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const variables = lines.map((line) => line.replace("=", ":"));
  return startProductProcess({ variables, stateDirectory, port, tcpPort: 0 });
}

async function startAgain(): Promise<void> {
  await product.stop();
  product = await run();
}

/** Reconnects automatically, over the account's own address or the common one. */
const client = (path: string, clientId: string, username?: string): MqttClient => {
  const who = username === undefined ? {} : { username, password: PASSWORD };
  const options = { ...who, protocolVersion: 5, clientId, reconnectPeriod: 100 } as const;
  return mqtt.connect(`ws://127.0.0.1:${port}${path}`, options).on("error", () => {});
};

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

/** `npm run admin` against the product. Returns whether it was authenticated. */
const isOperator = (key: string): Promise<boolean> =>
  admin(["top"], { environment: { APP_URL: product.url, OPERATOR_KEY: key }, print: () => {} }).then(
    (code) => code === 0,
    () => false,
  );

it(
  "keys for sealing, look-up and operators are rotated, and no client is refused [F193] [F194] [T242]",
  async () => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const { account, key, credential, device } = setup;
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
    await here();

    await turn();
    await turn("--lookup");
    const old = keyInFile(file);
    await turn("--operator");
    expect([await isOperator(old), await isOperator(keyInFile(file))]).toEqual([true, false]);
    await startAgain();
    await here();
    expect([await isOperator(old), await isOperator(keyInFile(file))]).toEqual([true, true]);
    const made = await account.newKey();
    await retire();
    await retire("--lookup");
    await turn("--operator", "--retire");
    await startAgain();
    await here();
    expect([await isOperator(old), await isOperator(keyInFile(file))]).toEqual([false, true]);
    expect(refused).toEqual([]);
    expect(readFileSync(file, "utf8")).not.toContain(",");
    const another = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, { clientId: `${made.key}__new` });
    await Promise.all([...clients, another].map((each) => each.endAsync(true)));
  },
  STARTS_WITHIN_MS * 2,
);
