/**
 * A forgotten program with an old password makes thousands of CONNECTs beside a good client with the same user name at
 * the same address, with the throttle on: the good client is never refused.
 */

import { connect } from "node:net";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { newAccount, PASSWORD } from "../support/account.ts";
import { type RunningProduct, startProductProcess } from "../support/product-process.ts";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProductProcess({ variables: ["THROTTLE:on", "MQTT_CONNECT_RATE:0"] });
}, 90_000);
afterAll(() => product.stop());

/** More than an address without a right login may fail at once. */
const TRIES = 1500;
const AT_ONCE = 4;
/** Tries of the hammering program between two logins of the good client. */
const EACH = 100;

interface Way {
  port(): number;
  /** Null for TCP. */
  path(userId: string): string | null;
}

const WAYS: Record<string, Way> = {
  "WebSocket without an account": { port: () => Number(new URL(product.url).port), path: () => "/mqtt" },
  "the account's own address": {
    port: () => Number(new URL(product.url).port),
    path: (userId) => `/mqtt/${userId}`,
  },
  TCP: { port: () => product.tcpPort, path: () => null },
};

const upgrade = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol: mqtt",
    "",
    "",
  ].join("\r\n");

/** One CONNECT, sent at once. Ends when the product ends it. */
const attempt = (port: number, path: string | null, packet: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {}).once("close", () => resolve());
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
      const [head = "", more = ""] = answer.split("\r\n\r\n");
      // over WebSocket: behind the answer to the upgrade a CONNACK or a close, and nothing where it is refused
      if (path === null || !head.startsWith("HTTP/1.1 101") || more !== "") socket.destroy();
    });
    socket.write(path === null ? packet : Buffer.concat([Buffer.from(upgrade(path)), encodeFrame(packet)]));
  });

describe.each(Object.entries(WAYS))("by %s", (_, { port, path }) => {
  it("a good client that comes and goes is never refused beside a hammering one", async () => {
    const account = await newAccount(product.url);
    await account.newCredential("household", []);
    const username = `${account.userId}/household`;
    const place = path(account.userId);
    const url = place === null ? `mqtt://127.0.0.1:${port()}` : `ws://127.0.0.1:${port()}${place}`;
    const comeAndGo = async () => {
      const client = await mqtt.connectAsync(
        url,
        { username, password: PASSWORD, reconnectPeriod: 0 },
        false,
      );
      await client.endAsync();
    };
    const old = connectPacket({ clientId: "forgotten", username, password: "old" });
    await comeAndGo();
    let tries = 0;
    const hammer = async () => {
      while (tries < TRIES) {
        tries++;
        await attempt(port(), place, old);
      }
    };
    const refused: string[] = [];
    const good = async () => {
      for (let next = 0; next < TRIES; next += EACH) {
        await expect.poll(() => tries, { timeout: 120_000 }).toBeGreaterThanOrEqual(next);
        await comeAndGo().catch((error: Error) => refused.push(`after ${tries}: ${error.message}`));
      }
    };
    await Promise.all([good(), ...Array.from({ length: AT_ONCE }, hammer)]);
    expect(refused).toEqual([]);
  }, 300_000);
});
