/** TCP byte by byte: bounds, half-close, reset, and a client that reads no data. */

import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, inject, it } from "vitest";
import { newDeviceSetup, PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import * as packets from "../support/packet-bytes.ts";
import { until } from "../support/until.ts";

const tcpPort = inject("tcpPort");
const baseUrl = inject("baseUrl");
const DEADLINE_MS = 10_000;

class RawClient {
  readonly socket: Socket;
  received: Uint8Array = new Uint8Array();
  /** Milliseconds from the connection to its end. */
  readonly ended: Promise<number>;

  constructor() {
    const begun = performance.now();
    this.socket = connect({ port: tcpPort, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    this.socket.on("data", (chunk) => {
      this.received = packets.bytes(this.received, new Uint8Array(chunk));
    });
    // A reset is an expected end.
    this.socket.on("error", () => {});
    this.ended = new Promise((resolve) => {
      const end = () => resolve(performance.now() - begun);
      this.socket.once("end", end);
      this.socket.once("close", end);
    });
  }

  packets = (version: 4 | 5) => packets.decodeServerPackets(this.received, version);
}

let clients: RawClient[] = [];
function rawClient(): RawClient {
  const client = new RawClient();
  clients.push(client);
  return client;
}
afterEach(() => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
});

const setup = await newDeviceSetup(baseUrl);
const hello = (clientId = "raw", { id } = setup.device) => {
  const username = `${id}:${setup.credential.username}`;
  return packets.connect(4, { clientId, username, password: PASSWORD });
};
const anonymous = (suffix: string) => packets.connect(4, { clientId: `${setup.key.key}__${suffix}` });

describe("a client before CONNECT", () => {
  it("is closed after ten seconds, silent or at a byte a second", { timeout: 20_000 }, async () => {
    const [silent, slow] = [rawClient(), rawClient()];
    const bytes = packets.connect(4, { clientId: "x".repeat(60) });
    let said = 0;
    const timer = setInterval(() => slow.socket.write(bytes.subarray(said, ++said)), 1000);
    slow.socket.once("close", () => clearInterval(timer));
    for (const lasted of await Promise.all([silent.ended, slow.ended])) {
      expect(lasted).toBeGreaterThan(DEADLINE_MS - 200);
    }
    expect(said).toBeGreaterThan(5);
  });

  it.each([
    ["another protocol", packets.utf8("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), ""],
    ["a packet before CONNECT", packets.pingreq(), ""],
    ["a CONNECT over 64 KiB", packets.bytes(0x10, "ff ff 7f"), ""],
    ["an unknown level", packets.connect(4, { level: 3 }), "20020001"],
  ])("is closed at once for %s", async (_, bytes, answer) => {
    const client = rawClient();
    client.socket.write(bytes);
    expect(await client.ended).toBeLessThan(DEADLINE_MS);
    expect(Buffer.from(client.received).toString("hex")).toBe(answer);
  });

  it("is forgotten when it leaves before its CONNECT is complete", async () => {
    const client = rawClient();
    client.socket.end(packets.connect(4).subarray(0, 5));
    expect(await client.ended).toBeLessThan(DEADLINE_MS);
  });
});

describe("a connected client", () => {
  it("may send CONNECT in any pieces, with the next packets behind it", async () => {
    const client = rawClient();
    const bytes = packets.bytes(hello(), packets.pingreq(), packets.pingreq());
    const middle = bytes.length - 7;
    for (const byte of bytes.subarray(0, middle)) client.socket.write(Uint8Array.of(byte));
    client.socket.write(bytes.subarray(middle));
    await until("two PINGRESP", () => client.packets(4).length === 3);
    expect(client.packets(4).map(({ cmd }) => cmd)).toEqual(["connack", "pingresp", "pingresp"]);
  });

  it("gets its responses after it closed its own direction [F20]", async () => {
    const client = rawClient();
    client.socket.write(anonymous("half"));
    await until("CONNACK", () => client.packets(4).length === 1);
    client.socket.end(packets.publish(4, { topic: setup.channel.topic, qos: 1, packetId: 7 }));
    await client.ended;
    expect(client.packets(4)[1]).toMatchObject({ cmd: "puback", messageId: 7 });
  });

  it("is lost for the broker when it resets the connection [F20]", async () => {
    const client = rawClient();
    const device = await setup.account.newDevice("Lost");
    client.socket.write(hello("lost", device));
    await until("CONNACK", () => client.packets(4).length === 1);
    client.socket.resetAndDestroy();
    await setup.account.untilEvent(device.id, "disconnected");
  });

  it("is closed by the broker after a protocol error, and no other", async () => {
    const [good, bad] = [rawClient(), rawClient()];
    good.socket.write(hello("good"));
    bad.socket.write(hello("bad"));
    await until("both CONNACKs", () => good.packets(4).length + bad.packets(4).length === 2);
    bad.socket.write(packets.bytes("00 00"));
    await bad.ended;
    good.socket.write(packets.pingreq());
    await until("PINGRESP", () => good.packets(4).at(-1)?.cmd === "pingresp");
  });

  it("that reads no data is disconnected, without an effect on others [T22] [F24]", {
    timeout: 60_000,
  }, async () => {
    const { account, channel, key } = setup;
    const deaf = rawClient();
    deaf.socket.write(anonymous("deaf"));
    await until("CONNACK", () => deaf.packets(4).length === 1);
    deaf.socket.write(packets.subscribe(4, { filters: [[`${account.userId}/#`, 0]] }));
    // retained statuses of devices follow it
    await until("SUBACK", () => deaf.packets(4).length >= 2);
    deaf.socket.pause();
    const place = { baseUrl, userId: account.userId, version: 5, topic: channel.topic } as const;
    const enter = (name: string) => mqttLibrary({ ...place, login: { clientId: `${key.key}__${name}` } });
    const writers = [await enter("one"), await enter("two")] as const;
    const payload = Buffer.alloc(60_000);
    try {
      let sent = 0;
      // More than all buffers in between; a writer reads all messages, so its count is what passed.
      while (sent < 400) {
        const { client } = writers[sent % 2 === 0 ? 0 : 1];
        if (await isAcknowledged(client.publishAsync(channel.topic, payload, { qos: 1 }))) sent++;
        else await pause(500);
      }
      await writers[0].untilHeard(sent);
      deaf.socket.resume();
      await deaf.ended;
      expect(deaf.socket.bytesRead).toBeLessThan(sent * payload.length);
    } finally {
      for (const writer of writers) await writer.kill();
    }
  });
});

/** False when the account has reached its byte rate. */
const isAcknowledged = (published: Promise<unknown>): Promise<boolean> =>
  published.then(
    () => true,
    (error: { code?: number }) => {
      if (error.code === 0x97) return false;
      throw error;
    },
  );
