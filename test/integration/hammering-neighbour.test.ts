/**
 * A forgotten program makes thousands of CONNECTs beside good clients at the same address, of which some have its user name
 * and some were never there, with the throttle on: no good client is refused.
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

/** More than an address may fail at once. */
const TRIES = 1500;
const AT_ONCE = 4;
/** Tries of the hammering program between two logins of its neighbours: of a new one, and of one with its user name. */
const EACH = 150;

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

type Hammer = (username: string, index: number) => Buffer;

/** What a forgotten program sends, again and again. */
const HAMMERS: Record<string, Hammer> = {
  "an old password": (username) => connectPacket({ clientId: "forgotten", username, password: "old" }),
  "an old password with a new client id each time": (username, index) =>
    connectPacket({ clientId: `forgotten-${index}`, username, password: "old" }),
  "bytes that are no CONNECT": () => Buffer.from("f100", "hex"),
};

describe.each(Object.entries(WAYS))("by %s, beside a program that hammers", (_, { port, path }) => {
  it.each(Object.entries(HAMMERS))(
    "with %s, no neighbour is refused, nor at its first login",
    async (_, hammer) => {
      const account = await newAccount(product.url);
      await account.newCredential("household", []);
      const old = `${account.userId}/household`;
      const place = path(account.userId);
      const url = place === null ? `mqtt://127.0.0.1:${port()}` : `ws://127.0.0.1:${port()}${place}`;
      const comeAndGo = async (username: string) => {
        const login = { username, password: PASSWORD, reconnectPeriod: 0 };
        const client = await mqtt.connectAsync(url, login, false);
        await client.endAsync();
      };
      let tries = 0;
      const hammering = async () => {
        while (tries < TRIES) await attempt(port(), place, hammer(old, tries++));
      };
      const refused: string[] = [];
      const neighbours = async () => {
        for (let next = EACH; next < TRIES; next += EACH) {
          const name = `lamp-${next}`;
          await account.newCredential(name, []);
          await expect.poll(() => tries, { timeout: 120_000 }).toBeGreaterThanOrEqual(next);
          for (const username of [`${account.userId}/${name}`, old]) {
            await comeAndGo(username).catch((error: Error) =>
              refused.push(`${username} after ${tries}: ${error.message}`),
            );
          }
        }
      };
      await Promise.all([neighbours(), ...Array.from({ length: AT_ONCE }, hammering)]);
      expect(refused).toEqual([]);
    },
    300_000,
  );
});
