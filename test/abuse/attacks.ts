/** Attacks of one abuser, each until its end is signalled. */

import { setTimeout as pause } from "node:timers/promises";
import { connectPacket, publishPacket, subscribePacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { announcements } from "./announcements.ts";
import { BODIES } from "./bodies.ts";
import { EXPORTS, exports } from "./exports.ts";
import { FLOODS } from "./floods.ts";
import { GREEDY_LOGIN, greed } from "./greed.ts";
import { BUSY_HISTORY, busyHistory } from "./history.ts";
import { OVER_HTTP } from "./http.ts";
import { IMPORTS } from "./imports.ts";
import { PRESSES, presses } from "./notices.ts";
import { REGISTRANT, registrant } from "./registrant.ts";
import { RIGHTS } from "./rights.ts";
import { ALL_DUE, changes, UNSENDABLE, unsendable } from "./schedules.ts";
import { SIZES } from "./sizes.ts";
import { type Attack, login, MIB, open, repeatUntilOver, sendEndlessly, type Victim } from "./sockets.ts";
import { STRANGERS } from "./strangers.ts";
import { FLAPPING, flapping } from "./watches.ts";

/** `count` frames with one message each. */
const flood = ({ userId }: Victim, count = 100): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, () => encodeFrame(publishPacket(`${userId}/flood`, Buffer.alloc(64)))),
  );

const FRAMES_A_SECOND = 20_000;

/** A socket that ignores its close, replaced when it is cut off. */
const frames: Attack = (victim, over) =>
  repeatUntilOver(over, async () => {
    const socket = await open(victim);
    socket.write(encodeFrame(connectPacket(login(victim, "flood"))));
    const begun = performance.now();
    for (let sent = 0; !over.aborted && !socket.destroyed; await pause(2)) {
      const due = Math.floor(((performance.now() - begun) / 1000) * FRAMES_A_SECOND) - sent;
      if (socket.writableLength > MIB) continue;
      socket.write(flood(victim, due));
      sent += due;
    }
    socket.destroy();
  });

const reconnects: Attack = async (victim, over) => {
  const one = (name: string) =>
    repeatUntilOver(over, async () => {
      const socket = await open(victim, { heeds: true });
      socket.write(encodeFrame(connectPacket(login(victim, name))));
      await sendEndlessly(socket, flood(victim), over);
    });
  await Promise.all(["a", "b", "c", "d"].map(one));
};

const largeFrames: Attack = async (victim, over) => {
  const frame = encodeFrame(Buffer.alloc(32 * MIB - 16, 0x30));
  const one = () =>
    repeatUntilOver(over, async () => {
      const socket = await open(victim);
      await sendEndlessly(socket, frame, over);
    });
  // a machine's memory holds them all at once
  await Promise.all(Array.from({ length: 4 }, one));
};

const upgrades: Attack = async (victim, over) => {
  while (!over.aborted) {
    for (let n = 0; n < 25; n++) {
      void open(victim).then(
        (socket) => socket.destroy(),
        () => undefined,
      );
    }
    await pause(50);
  }
};

const logins: Attack = async ({ port }, over) => {
  while (!over.aborted) {
    const body = JSON.stringify({ email: `${Math.random()}@example.org`, password: "Wrong-horse-1" });
    void fetch(`http://127.0.0.1:${port}/v0/login/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    await pause(20);
  }
};

const stalled: Attack = async (victim, over) => {
  const readers = await Promise.all(Array.from({ length: 10 }, () => open(victim, { reads: false })));
  readers.forEach((socket, index) => {
    socket.write(encodeFrame(connectPacket(login(victim, `stalled-${index}`))));
    socket.write(encodeFrame(subscribePacket([`${victim.userId}/#`], 0)));
  });
  const writer = await open(victim);
  writer.write(encodeFrame(connectPacket(login(victim, "writer"))));
  const message = encodeFrame(publishPacket(`${victim.userId}/big`, Buffer.alloc(32 * 1024)));
  while (!over.aborted && !writer.destroyed) {
    for (let n = 0; n < 4; n++) writer.write(message);
    await pause(20);
  }
  for (const socket of [...readers, writer]) socket.destroy();
};

export const ATTACKS: Record<string, Attack> = {
  "a flood of frames on one socket": frames,
  "four sockets that reconnect and flood": reconnects,
  "frames of 32 MiB": largeFrames,
  "500 upgrades a second": upgrades,
  "50 logins a second": logins,
  "readers that never read": stalled,
  [GREEDY_LOGIN]: greed,
  "announcements that multiply themselves": announcements,
  [ALL_DUE]: changes,
  [UNSENDABLE]: unsendable,
  [EXPORTS]: exports,
  [PRESSES]: presses,
  [REGISTRANT]: registrant,
  [FLAPPING]: flapping,
  [BUSY_HISTORY]: busyHistory,
  ...STRANGERS,
  ...BODIES,
  ...OVER_HTTP,
  ...FLOODS,
  ...SIZES,
  ...RIGHTS,
  ...IMPORTS,
};
