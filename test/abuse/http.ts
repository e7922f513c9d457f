/** What one account does over HTTP. */

import { connectPacket, subscribePacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { type Attack, again, login, open } from "./sockets.ts";

const CALLERS = 100;
/** Seconds: the longest that a call may wait. */
const WAIT = 10;

/** Each call waits for a reader that never acknowledges. */
const waitingCalls: Attack = async (victim, over) => {
  const { port, token } = victim;
  const reader = await open(victim);
  reader.write(encodeFrame(connectPacket(login(victim, "silent"))));
  reader.write(encodeFrame(subscribePacket([`${victim.userId}/asked`], 1)));
  const caller = () =>
    again(over, async () => {
      const response = await fetch(`http://127.0.0.1:${port}/v0/messages/asked?qos=1&wait=${WAIT}`, {
        method: "POST",
        headers: { authorization: `Token ${token}` },
        body: Buffer.alloc(1024),
      });
      await response.arrayBuffer();
    });
  await Promise.all(Array.from({ length: CALLERS }, caller));
};

export const OVER_HTTP: Record<string, Attack> = {
  "100 callers whose publishes wait": waitingCalls,
};
