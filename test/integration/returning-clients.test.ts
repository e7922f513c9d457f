/**
 * Clients come back by themselves after each refusal that passes: real programs with the defaults of their libraries, over
 * TCP and WebSocket. None of them comes back after a CONNACK with an error.
 */

import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Refusal } from "../../worker/contract/refusals.ts";
import { databasesIn, hasUsers } from "../../worker/local/migrate.ts";
import { newDeviceSetup, PASSWORD } from "../support/account.ts";
import { newStateDirectory, type RunningProduct, startProductProcess } from "../support/product-process.ts";
import { type Gate, openGate } from "../support/refusing-gate.ts";
import {
  MQTT_JS,
  RETURNING_PROGRAMS,
  type ReturningProgram,
  startReturning,
} from "../support/returning-programs.ts";
import { until } from "../support/until.ts";

/** With the connect rate, whose outages last up to a minute. */
const IS_ALL = process.env.TEST_ALL !== undefined;
const stateDirectory = newStateDirectory();
let product: RunningProduct;

beforeAll(async () => {
  const variables = ["MQTT_MAX_CONNECTIONS:1", `MQTT_CONNECT_RATE:${IS_ALL ? 8 : 0}`];
  product = await startProductProcess({ stateDirectory, variables });
}, 90_000);
afterAll(async () => {
  await product.stop();
  rmSync(stateDirectory, { recursive: true, force: true });
});

/** Refused tries after which an outage ends: the second one shows that a refusal does not end the client. */
const SHORT = 2;
const LONG = IS_ALL ? 20 : 3;
/** A client that waits between its tries makes far fewer within an outage. */
const HAMMERED = 120;
/** The connect rate counts a minute; the back-off of these libraries is shorter. */
const BACK_WITHIN_MS = 90_000;

interface Returning {
  gate: Gate;
  isConnected(): Promise<boolean>;
  occupy(): Promise<() => Promise<void>>;
  log(): Promise<Refusal[]>;
}

async function start(program: ReturningProgram): Promise<Returning> {
  const { account, device, login } = await newDeviceSetup(product.url);
  await account.newCredential("occupant", []);
  const gate = await openGate(
    program.transport === "ws" ? Number(new URL(product.url).port) : product.tcpPort,
  );
  onTestFinished(gate.close);
  const { clientId, username = "", password = "" } = login;
  const topic = `${account.userId}/workshop/lamp`;
  onTestFinished(await startReturning(program, { port: gate.port, clientId, username, password, topic }));
  const isConnected = async () => (await account.device(device.id)).connected;
  await until(`${program.name} to connect`, isConnected);
  const occupy = async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${product.tcpPort}`, {
      username: `${account.userId}/occupant`,
      password: PASSWORD,
    });
    return () => client.endAsync();
  };
  const log = () => account.call<Refusal[]>("GET", "/v0/mqtt/log/");
  return { gate, isConnected, occupy, log };
}

/** Cuts the client, refuses it this often, and waits until it is back. */
async function outage(
  { gate, isConnected }: Returning,
  begin: () => Promise<() => Promise<void>> | (() => Promise<void>),
  tries: number,
): Promise<void> {
  gate.shut();
  await until("the cut", async () => !(await isConnected()));
  const end = await begin();
  gate.open();
  try {
    await until(`${tries} refused tries`, () => gate.tries >= tries, BACK_WITHIN_MS);
    expect(await isConnected()).toBe(false);
  } finally {
    await end();
  }
  await until("the client to be back", isConnected, BACK_WITHIN_MS);
  expect(gate.tries).toBeLessThan(HAMMERED);
}

/** The database fails for every search of an account: its tables have other names. */
function loseDatabase(): () => Promise<void> {
  const path = databasesIn(stateDirectory).find(hasUsers) ?? "";
  const rename = (from: string, to: string) => {
    const database = new DatabaseSync(path);
    database.exec("PRAGMA busy_timeout = 5000");
    database.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
    database.close();
  };
  rename("devices", "devices_away");
  return async () => rename("devices_away", "devices");
}

describe.each(RETURNING_PROGRAMS)("$name", (program) => {
  const missing = program.missing();

  it.skipIf(missing !== null)(
    `is back after its account was full${missing === null ? "" : ` (needs ${missing})`}`,
    async () => {
      const returning = await start(program);
      await outage(returning, returning.occupy, SHORT);
      expect(await returning.log()).toContainEqual(
        expect.objectContaining({
          kind: "connect",
          remedy: { kind: "limit", limit: "MQTT_MAX_CONNECTIONS" },
        }),
      );
    },
    180_000,
  );
});

describe.each(MQTT_JS)("$name", (program) => {
  it("is back after each of several outages, short and long: the account full, too many CONNECTs", async () => {
    const returning = await start(program);
    const outages = IS_ALL ? 20 : 4;
    for (let n = 0; n < outages; n++) await outage(returning, returning.occupy, n % 2 === 0 ? SHORT : LONG);
  }, 2_400_000);

  it("is back after the database was away", async () => {
    const returning = await start(program);
    await outage(returning, loseDatabase, SHORT);
  }, 180_000);
});
