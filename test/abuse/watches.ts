/** Two accounts whose fifty watches each switch devices, as often as samples and commands can make them. */

import { setTimeout as pause } from "node:timers/promises";
import { controlTopic, telemetryTopic } from "../../broker/contract/topics.ts";
import type { NoticeTarget } from "../../worker/contract/watches.ts";
import { connectPacket, publishPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { type Account, newAccount } from "../support/account.ts";
import { type Attack, login, open, repeatUntilOver, type Victim } from "./sockets.ts";

export const FLAPPING = "fifty watches each of two accounts, which switch devices and flap";

const WATCHES = 50;
/** Of a watch and minute (WATCH_ACTION_RATE); an attack and its pauses take less than one. */
const MOST_ACTIONS = 2 * 10;
/** Changes a second: each a sample and a command. */
const RATE = 50;

interface Flapping {
  userId: string;
  key: string;
  sensorId: string;
}

/** Half of the watches are about a value, half about the sensor's own switches; all switch one fan. */
async function prepare(account: Account, sensorId: string): Promise<string> {
  const { id: fanId } = await account.newDevice("Fan");
  const body = { kind: "device", device: fanId, raised: { state: true }, cleared: { state: false } };
  const { id } = await account.call<NoticeTarget>("POST", "/v0/targets/", body);
  for (let n = 0; n < WATCHES; n++) {
    const value = { device: sensorId, key: "t", above: 25, clear: 24, for: "PT1S" };
    const events = { device: sensorId, events: ["turned_on", "turned_off"] };
    const watch = { name: `W${n}`, when: n % 2 === 0 ? value : events, targets: [id] };
    await account.call("POST", "/v0/watches/", watch);
    // below the rate of changes
    await pause(100);
  }
  return fanId;
}

/** `look` returns a sentence for each account whose watches switched more often than they may. */
export async function flappingAccounts(url: string, victim: Victim, account: Account) {
  const second = await newAccount(url);
  const { key } = await second.newKey();
  const { id: sensorId } = await second.newDevice("Lamp");
  const fans = [
    [account, await prepare(account, victim.deviceId)],
    [second, await prepare(second, sensorId)],
  ] as const;
  const look = async () => {
    const sentences: string[] = [];
    for (const [owner, fanId] of fans) {
      const events = await owner.call<{ count: number; event_type: string }[]>(
        "GET",
        `/v0/events/devices/on-off/?size=100&device=${fanId}`,
      );
      const switches = events.filter(({ event_type }) => event_type.startsWith("turned"));
      const acted = switches.reduce((sum, { count }) => sum + count, 0);
      if (acted === 0) sentences.push("no watch switched its device");
      if (acted > WATCHES * MOST_ACTIONS) sentences.push(`${acted} switches by ${WATCHES} watches`);
    }
    return sentences;
  };
  return { look, extra: { userId: second.userId, key, sensorId } };
}

export const flapping: Attack = async (victim, over) => {
  const { userId = "", key = "", sensorId = "" } = victim.extra ?? {};
  const own = { userId: victim.userId, key: victim.key, sensorId: victim.deviceId };
  await Promise.all(
    [own, { userId, key, sensorId }].map((each) => repeatUntilOver(over, () => flap(victim, each, over))),
  );
};

async function flap(victim: Victim, { userId, key, sensorId }: Flapping, over: AbortSignal): Promise<void> {
  const place = { ...victim, userId, key, path: `/mqtt/${userId}` };
  const socket = await open(place, { heeds: true });
  socket.write(encodeFrame(connectPacket(login(place, "flapping"))));
  for (let n = 0; !over.aborted && !socket.destroyed; n++, await pause(1000 / RATE)) {
    // warm for two seconds of four: longer than the watches wait
    const t = n % (4 * RATE) < 2 * RATE ? 26 : 23;
    const state = n % 2 === 0 ? "on" : "off";
    const messages = [
      publishPacket(telemetryTopic(userId, sensorId), Buffer.from(JSON.stringify({ t }))),
      publishPacket(controlTopic(userId, sensorId), Buffer.from(JSON.stringify({ state }))),
    ];
    socket.write(Buffer.concat(messages.map((message) => encodeFrame(message))));
  }
  socket.destroy();
}
