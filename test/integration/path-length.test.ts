/** The number of modules that run for the two most frequent operations. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../bench/generator/client.ts";
import { pubackFrame, publishPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { bareProduct } from "../bench/targets/product.ts";
import type { Running } from "../bench/targets/target.ts";
import { until } from "../support/until.ts";

let product: Running;
beforeAll(async () => {
  product = await bareProduct.start({ asShipped: true, counting: true, modules: true });
}, 120_000);
afterAll(() => product?.stop());

/** Modules that run each time: the work of a registration, such as its e-mail, may end during one of them. */
async function modulesOf(work: () => Promise<void>): Promise<string[]> {
  await work();
  await product.modules?.();
  await work();
  const first = new Set(await product.modules?.());
  await work();
  return ((await product.modules?.()) ?? []).filter((name) => first.has(name));
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

test("a switch over REST: at most 55 modules", async () => {
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
  expect(modules.length, modules.join("\n")).toBeLessThanOrEqual(55);
}, 60_000);
