/**
 * On the bare runtime, without the proxies of a local start: the number of modules that run for the three most frequent
 * operations, and compressed frames, which those proxies negotiate by themselves.
 */

import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../bench/generator/client.ts";
import { pubackFrame, publishPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame, upgradeRequest } from "../bench/generator/websocket.ts";
import { bareProduct } from "../bench/targets/product.ts";
import type { Running } from "../bench/targets/target.ts";
import { until } from "../support/until.ts";

let product: Running;
beforeAll(async () => {
  product = await bareProduct.start({ asShipped: true, counting: true, modules: true, direct: true });
}, 120_000);
afterAll(() => product?.stop());

/** Modules that run each time: the work of a registration, such as its e-mail, may end during one of them. */
async function modulesOf(work: () => Promise<void>): Promise<string[]> {
  await work();
  await product.modules?.();
  await work();
  const first = new Set(await product.modules?.());
  await work();
  const modules = ((await product.modules?.()) ?? []).filter((name) => first.has(name));
  // a bundle without notes would pass any bound
  expect(modules.length).toBeGreaterThan(10);
  return modules;
}

test("QoS 1 PUBLISH to one live reader: at most 35 modules", async () => {
  const topic = `${product.prefix}path`;
  const reader = await Client.connect(product.address, product.login("reader"));
  await reader.subscribe([topic], 1);
  const writer = await Client.connect(product.address, product.login("writer"));
  let acknowledged = 0;
  let received = 0;
  writer.onPuback = () => acknowledged++;
  reader.onPublish = (_first, bytes, start) => {
    received++;
    reader.socket.write(pubackFrame(bytes, start + 2 + bytes.readUInt16BE(start)));
  };
  let sent = 0;
  const publish = async () => {
    for (let n = 0; n < 5; n++) {
      writer.socket.write(encodeFrame(publishPacket(topic, Buffer.from("x"), ++sent)));
      await until("the message", () => acknowledged === sent && received === sent);
    }
  };
  const modules = await modulesOf(publish);
  expect(modules.length, modules.join("\n")).toBeLessThanOrEqual(35);
  writer.close();
  reader.close();
}, 60_000);

const OF_HISTORY = /message-(recorder|history|pages)|history\/messages/;

test("a message runs modules of the history only where a filter of the history matches", async () => {
  const { origin, register } = product.api as NonNullable<Running["api"]>;
  const account = await register();
  const answer = await fetch(`${origin}/v0/mqtt/settings/`, {
    method: "PUT",
    headers: { ...account.headers, "content-type": "application/json" },
    body: JSON.stringify({ profile: "full", history: [{ filter: "kept/#", days: 1 }] }),
  });
  expect(answer.status).toBe(200);
  const writer = await Client.connect(account.address, account.login("writer"));
  let [acknowledged, sent] = [0, 0];
  writer.onPuback = () => acknowledged++;
  const modulesFor = async (topic: string) => {
    const modules = await modulesOf(async () => {
      for (let n = 0; n < 5; n++) {
        const payload = Buffer.from("x");
        writer.socket.write(encodeFrame(publishPacket(`${account.userId}/${topic}`, payload, ++sent)));
        await until("the acknowledgement", () => acknowledged === sent);
      }
    });
    return modules.filter((name) => OF_HISTORY.test(name));
  };
  expect(await modulesFor("other/a")).toEqual([]);
  expect((await modulesFor("kept/a")).length).toBeGreaterThan(2);
  writer.close();
}, 60_000);

test("a switch over REST: at most 50 modules", async () => {
  const { origin, register } = product.api as NonNullable<Running["api"]>;
  const account = await register();
  const [id] = await account.addDevices(1);
  const press = async () => {
    const response = await fetch(`${origin}/v0/devices/on-off/${id}/switch/`, {
      method: "POST",
      headers: { ...account.headers, "content-type": "application/json" },
      body: JSON.stringify({ state: "on" }),
    });
    expect(response.status).toBeLessThan(300);
  };
  const modules = await modulesOf(press);
  expect(modules.length, modules.join("\n")).toBeLessThanOrEqual(50);
}, 60_000);

test("a message over REST with a token: at most 60 modules", async () => {
  const { origin, register } = product.api as NonNullable<Running["api"]>;
  const { headers } = await register();
  const made = await fetch(`${origin}/v0/tokens/`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name: "publisher", scopes: ["messages:publish:#"] }),
  });
  const { token } = (await made.json()) as { token: string };
  const publish = async () => {
    const response = await fetch(`${origin}/v0/messages/lamp/set`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: "on",
    });
    expect(response.status).toBe(202);
  };
  const modules = await modulesOf(publish);
  expect(modules.length, modules.join("\n")).toBeLessThanOrEqual(60);
}, 60_000);

const OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n";
/** A PINGREQ in a final binary frame with the compression bit (RSV1). */
const COMPRESSED = Buffer.from([0xc2, 0x82, 0, 0, 0, 0, 0xc0, 0]);
/** RFC 6455, 7.4.1: a protocol error. */
const PROTOCOL_ERROR = 1002;

async function offered(path: string): Promise<{ socket: Socket; heard: () => Buffer }> {
  const port = product.direct ?? 0;
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  let heard = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
  });
  socket.write(upgradeRequest(port, path).replace(/\r\n$/, OFFER));
  await until("the answer to the upgrade", () => heard.includes("\r\n\r\n"));
  return { socket, heard: () => heard };
}

test.each(["of all accounts", "of one account"])(
  "compression is not negotiated at %s, and a compressed frame ends the connection [T74]",
  async (whose) => {
    const { socket, heard } = await offered(whose === "of one account" ? product.address.path : "/mqtt");
    const answer = heard().toString("latin1");
    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer).not.toMatch(/sec-websocket-extensions/i);
    const from = heard().length;
    socket.write(COMPRESSED);
    await until("a close frame", () => heard().length > from + 8);
    const frame = heard().subarray(from);
    const long = ((frame[1] ?? 0) & 0x7f) === 126;
    expect([frame[0], frame.readUInt16BE(long ? 4 : 2)]).toEqual([0x88, PROTOCOL_ERROR]);
    socket.destroy();
  },
);
