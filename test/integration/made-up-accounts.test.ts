/** Calls and clients of accounts that do not exist leave nothing behind: no object, no file. */

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bearerOf } from "../../broker/contract/token.ts";
import { newStateDirectory, type RunningProduct, startProductProcess } from "../support/product-process.ts";

const stateDirectory = newStateDirectory();
let product: RunningProduct;
beforeAll(async () => {
  product = await startProductProcess({ stateDirectory });
});
afterAll(async () => {
  await product.stop();
  rmSync(stateDirectory, { recursive: true, force: true });
});

/** The databases of accounts' objects. */
const objects = (): string[] =>
  readdirSync(join(stateDirectory, "v3/do/switchyard-Broker")).filter((name) => name.endsWith(".sqlite"));

const secret = () => crypto.randomUUID().replaceAll("-", "").slice(0, 27);
const forged = (kind: "session" | "token" | "ticket", id: string = crypto.randomUUID()) =>
  bearerOf(kind, id, secret());

async function statusOf(line: string, headers: Record<string, string> = {}): Promise<number> {
  const [method = "", path = ""] = line.split(" ");
  const body = method === "GET" ? {} : { body: "{}" };
  const response = await fetch(product.url + path, { method, headers, ...body });
  await response.text();
  return response.status;
}

/** Resolves with the reason for which a client was not connected. */
const refusalOf = (url: string, options: mqtt.IClientOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const client = mqtt.connect(url, { ...options, protocolVersion: 5, reconnectPeriod: 0 });
    client.once("connect", () => client.end(true, () => reject(new Error("It was connected."))));
    client.once("error", (error) => client.end(true, () => resolve(error.message)));
    client.once("close", () => resolve("closed"));
  });

test("with forged sessions, tokens and tickets over HTTP [T391]", async () => {
  const before = objects();
  for (const line of [
    "GET /v0/devices/on-off/",
    "GET /v0/events/devices/on-off/",
    "GET /v0/messages/a",
    "POST /v0/messages/a?qos=1",
    "POST /v0/stream/ticket/",
    "GET /v0/stream/?events=true",
    "GET /v0/broker/",
    "POST /mcp",
  ]) {
    for (const authorization of [`Token ${forged("session")}`, `Bearer ${forged("token")}`]) {
      const status = await statusOf(line, { Authorization: authorization });
      expect([line, status]).toEqual([line, line === "GET /v0/broker/" ? 200 : 401]);
    }
  }
  expect(await statusOf(`GET /v0/stream/?filter=a&ticket=${forged("ticket")}`)).toBe(401);
  expect(objects()).toEqual(before);
});

test("as MQTT clients: by the address, by a token, over TCP and WebSocket [T391]", async () => {
  const before = objects();
  const ws = product.url.replace("http", "ws");
  const password = forged("token");
  const refusals = [
    await refusalOf(`${ws}/mqtt/${crypto.randomUUID()}`, { username: "u", password: "p" }),
    await refusalOf(`${ws}/mqtt/${crypto.randomUUID()}`, { username: "u", password }),
    await refusalOf(`${ws}/mqtt`, { username: "u", password }),
    await refusalOf(`mqtt://127.0.0.1:${product.tcpPort}`, { username: "u", password }),
  ];
  expect(refusals).toHaveLength(4);
  expect(objects()).toEqual(before);
});
