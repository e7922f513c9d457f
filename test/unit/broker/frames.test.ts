/** Frame rate, cost of a frame, and fairness between frames and calls. */

import { runInDurableObject } from "cloudflare:test";
import mqtt from "mqtt-packet";
import { describe, expect, test, vi } from "vitest";
import type { StoredRefusal } from "../../../broker/contract/account.ts";
import { brokerLimits } from "../../../broker/contract/limits.ts";
import type { Hub } from "../../../broker/hub.ts";
import { Fragments } from "../../../broker/storage/fragments.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

const HERE = "address-1";
const BURST = 4;
const PINGREQ = new Uint8Array([0xc0, 0]);
const START = Date.UTC(2026, 0, 1);

prepare({ MQTT_FRAME_RATE: 10 }, START);

describe("frames", () => {
  const flood = async (client: Client, frames = 10 * BURST) => {
    for (let n = 0; n < frames; n++) client.bytes(PINGREQ);
  };

  test("above MQTT_FRAME_RATE end the connection and block the principal at its address [T70]", async () => {
    const account = new Account();
    const person = account.credential("a");
    const client = await Client.connect(account, person, 5, {}, HERE);
    await flood(client, 10 * BURST - 1);
    await client.until(() => client.received.length === 10 * BURST - 1, "not all answered");
    client.bytes(PINGREQ);
    expect(await client.end()).toBe(1008);
    expect(client.received.at(-1)).toMatchObject({ cmd: "disconnect", reasonCode: 0x96 });
    expect(await Client.answer(account, person, 5, {}, HERE)).toBe(1013);
    const other = await Client.connect(account, account.credential("a"), 5, {}, HERE);
    expect(other.connack.reasonCode).toBe(0);
    const said = ((await account.ask((calls) => calls.account.refusals())) as StoredRefusal[]).map(
      ({ rule }) => rule,
    );
    expect(said).toContainEqual(
      "It sent more frames than MQTT_FRAME_RATE allows. Blocked for 60 seconds at its address.",
    );
  });

  test("regain their allowance with time; packets in one frame count once", async () => {
    const { join } = newHome();
    const client = await join({}, undefined, HERE);
    await flood(client, 10 * BURST - 1);
    vi.setSystemTime(START + 100);
    const many = new Uint8Array(2 * 5000).map((_, at) => PINGREQ[at % 2] as number);
    client.bytes(many);
    await client.until(() => client.received.length >= 10 * BURST - 1 + 5000, "not all answered");
    expect(client.closed).toBeNull();
  });

  test("that acknowledge deliveries are no flood, in any number of pieces [F82]", async () => {
    // three hundred in total, above the burst of two hundred
    useLimits({ MQTT_FRAME_RATE: 50 });
    const { account, join } = newHome(4);
    const reader = await join({}, undefined, HERE);
    await reader.subscribe(account.topic("t"), 1);
    const writer = await join();
    const messages = Array.from({ length: 100 }, (_, n) =>
      mqtt.generate({
        cmd: "publish",
        topic: account.topic("t"),
        payload: "x",
        qos: 1,
        messageId: n + 1,
        retain: false,
        dup: false,
      }),
    );
    writer.bytes(Buffer.concat(messages));
    for (let n = 0; n < 100; n++) {
      const { messageId = 0 } = await reader.next("publish");
      for (const piece of [[0x40], [2], [messageId >> 8, messageId & 0xff]])
        reader.bytes(new Uint8Array(piece));
    }
    expect(await reader.all()).toEqual([]);
    expect(reader.closed).toBeNull();
  });

  test("before CONNECT block the address [T70]", async () => {
    const account = new Account();
    const client = await Client.open(account, 5, HERE);
    client.bytes(new Uint8Array([0x10, 0xff, 0x7f]));
    // one second's worth instead of four
    for (let n = 0; n < 10; n++) client.bytes(new Uint8Array([0]));
    expect(await client.end()).toBe(1008);
    expect((await Client.openSocket(account, HERE)).headers.get("Retry-After")).toBe("60");
  });

  test("are not counted with rate 0", async () => {
    useLimits({ MQTT_FRAME_RATE: 0 });
    const account = new Account();
    const client = await Client.connect(account, { clientId: account.apiKey().clientId() });
    await flood(client, brokerLimits({}).MQTT_FRAME_RATE * BURST + 100);
    expect(await client.all()).toHaveLength(0);
  });
});

describe("a packet in frames of one byte", () => {
  const whole = (account: Account, size: number): Uint8Array => {
    const topic = new TextEncoder().encode(account.topic("t"));
    const length = 2 + topic.length + 1 + size;
    const head = [0x30, (length & 0x7f) | 0x80, length >> 7, 0, topic.length, ...topic, 0];
    return new Uint8Array([...head, ...new Uint8Array(size).fill(0x61)]);
  };

  test("is not stored for each frame, and survives a nap in its middle [T71]", async () => {
    useLimits({});
    vi.useRealTimers();
    const { account, join, reads } = newHome();
    const reader = await reads("t", 0);
    const client = await join();
    const written = vi.spyOn(Fragments.prototype, "append");
    const bytes = whole(account, 6000);
    const half = 5500;
    const begun = performance.now();
    for (let at = 0; at < half; at++) client.bytes(bytes.subarray(at, at + 1));
    const there = () =>
      inside(account, ({ modules }) =>
        Math.max(...modules.connections.all().map((each) => each.decoder.pendingLength)),
      );
    await eventually(there, (length) => length === half);
    // stored once a second at most, for recovery from a crash
    expect(written.mock.calls.length).toBeLessThanOrEqual((performance.now() - begun) / 1000);
    await nap(account);
    expect(written).toHaveBeenCalled();
    client.bytes(bytes.subarray(half));
    expect(String((await reader.next("publish")).payload)).toBe("a".repeat(6000));
  });
});

test("a change of rights does not wait behind a flood [T72]", async () => {
  useLimits({ MQTT_FRAME_RATE: 0, MQTT_PUBLISH_RATE: 0 });
  const account = new Account();
  const device = account.device();
  const client = await Client.connect(account, device);
  const packet = {
    cmd: "publish",
    topic: account.control(device.deviceId),
    payload: '{"state":"on"}',
    qos: 0,
  };
  const frame = mqtt.generate({ ...packet, retain: false, dup: false } as never, { protocolVersion: 5 });
  const frames = 4000;
  const connection = await inside(account, (hub, [socket]) => {
    const [live] = hub.modules.connections.all();
    // as the runtime hands over frames that it has already read
    for (let n = 0; n < frames; n++)
      void hub.message(socket as WebSocket, frame.slice().buffer as ArrayBuffer);
    expect(live?.traffic.messagesIn).toBeLessThan(100);
    return live;
  });
  await account.change(() => account.remove(device));
  await client.end();
  expect(connection?.traffic.messagesIn).toBeLessThan(frames / 2);
});

const inside = <T>(account: Account, look: (hub: Hub, sockets: readonly WebSocket[]) => T): Promise<T> =>
  runInDurableObject(account.stub as never, (object: unknown, state: DurableObjectState) => {
    const { hub } = object as { hub: Hub };
    return look(hub, state.getWebSockets());
  }) as Promise<T>;
