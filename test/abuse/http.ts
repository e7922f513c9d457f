/** Attacks over HTTP. */

import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connectPacket, publishPacket, subscribePacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { type Attack, login, open, repeatUntilOver } from "./sockets.ts";

const CALLERS = 100;
/** Seconds: the longest wait of a call. */
const WAIT = 10;

/** Each call waits for a reader that never acknowledges. */
const waitingCalls: Attack = async (victim, over) => {
  const { port, token } = victim;
  const reader = await open(victim);
  reader.write(encodeFrame(connectPacket(login(victim, "silent"))));
  reader.write(encodeFrame(subscribePacket([`${victim.userId}/asked`], 1)));
  const caller = () =>
    repeatUntilOver(over, async () => {
      const response = await fetch(`http://127.0.0.1:${port}/v0/messages/asked?qos=1&wait=${WAIT}`, {
        method: "POST",
        headers: { authorization: `Token ${token}` },
        body: Buffer.alloc(1024),
      });
      await response.arrayBuffer();
    });
  await Promise.all(Array.from({ length: CALLERS }, caller));
};

const STREAMS = 20;

/** JSON writes each of them with six characters. */
export const CONTROL_CHARACTERS = "large messages of control characters to 20 streams";

/** HTTP readers that read no data, of an account with endless messages. */
const slowStreams =
  (payload: Buffer): Attack =>
  async (victim, over) => {
    const { port, token, userId } = victim;
    const request = [
      "GET /v0/stream/?filter=%23&events=true HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Authorization: Token ${token}`,
    ];
    for (let n = 0; n < STREAMS; n++) {
      const reader = connect({ host: "127.0.0.1", port });
      reader.on("error", () => {});
      reader.write(`${request.join("\r\n")}\r\n\r\n`);
      reader.once("data", () => reader.pause());
    }
    const writer = await open(victim);
    writer.write(encodeFrame(connectPacket(login(victim, "writer"))));
    const message = encodeFrame(publishPacket(`${userId}/big`, payload));
    while (!over.aborted && !writer.destroyed) {
      for (let n = 0; n < 4; n++) writer.write(message);
      await pause(20);
    }
  };

export const OVER_HTTP: Record<string, Attack> = {
  "100 callers whose publishes wait": waitingCalls,
  "20 streams that nobody reads": slowStreams(Buffer.alloc(32 * 1024)),
  [CONTROL_CHARACTERS]: slowStreams(Buffer.alloc(900_000, 1)),
};
