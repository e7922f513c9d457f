/** Schedules as an attack: the account's maximum, and devices whose commands cannot be sent. */

import { setTimeout as pause } from "node:timers/promises";
import type { FoundDevice } from "../../worker/contract/found-devices.ts";
import type { Schedule } from "../../worker/contract/schedules.ts";
import { connectPacket, publishPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import type { Account } from "../support/account.ts";
import { type Attack, login, open, repeatUntilOver, type Victim } from "./sockets.ts";

export const ALL_DUE = "two hundred schedules of a minute, and changes of rights";
export const UNSENDABLE = "schedules of devices whose commands cannot be sent";

const DEVICES = 10;
const SCHEDULES_OF_ONE = 20;
const MINUTE_MS = 60_000;
/** Time from the attack's start to the full minute. Milliseconds. */
const LEAD_MS = 5000;
const EVERY_MINUTE = { state: true, when: { cron: "* * * * *" }, time_zone: "UTC", missed: "once" };
const PATH = "/v0/devices/on-off/";

/** A call with the account's session, repeated after 429. */
async function call(victim: Pick<Victim, "port" | "token">, method: string, path: string, body?: object) {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${victim.port}${path}`, {
      method,
      headers: { authorization: `Token ${victim.token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.status !== 429) return { status: response.status, answer };
    await pause(1000 * Number(response.headers.get("retry-after") ?? 1));
  }
}

/** Creates the schedules before the attack. `look` returns a sentence for each missing run. */
export async function planAll(victim: Victim, account: Account): Promise<{ look(): Promise<string[]> }> {
  const devices = [victim.deviceId];
  while (devices.length < DEVICES) devices.push((await account.newDevice(`D${devices.length}`)).id);
  for (const device of devices) {
    for (let n = 0; n < SCHEDULES_OF_ONE; n++) {
      const { status } = await call(victim, "POST", `${PATH}${device}/schedules/`, {
        name: `S${n}`,
        ...EVERY_MINUTE,
      });
      if (status !== 201) throw new Error(`A schedule was answered ${status}`);
    }
  }
  const until = MINUTE_MS - (Date.now() % MINUTE_MS) - LEAD_MS;
  await pause(until < 0 ? until + MINUTE_MS : until);
  const begun = Date.now();
  const look = async () => {
    const lists = await Promise.all(
      devices.map((id) => account.call<Schedule[]>("GET", `${PATH}${id}/schedules/`)),
    );
    const ran = lists
      .flat()
      .filter(({ last_run: run }) => run !== null && Date.parse(run.planned_at) > begun);
    const wanted = DEVICES * SCHEDULES_OF_ONE;
    return ran.length === wanted ? [] : [`${ran.length} of ${wanted} schedules ran in the minute`];
  };
  return { look };
}

/** Each change makes the account's object review its rights. */
export const changes: Attack = async (victim, over) => {
  const rename = () =>
    repeatUntilOver(over, async () => {
      const name = `N${Math.random()}`;
      await call(victim, "PUT", `${PATH}${victim.deviceId}/`, { name, state: true, channels: [] });
    });
  await Promise.all(Array.from({ length: 8 }, rename));
};

const COMMAND_TOPICS = [
  "",
  "$SYS/x",
  "a/+/b",
  "homeassistant/status",
  "x".repeat(12_000),
  "x".repeat(70_000),
];

/** Announces the devices, tries to adopt listed ones, and plans a schedule for each adopted one. */
export const unsendable: Attack = async (victim, over) => {
  const socket = await open(victim);
  socket.write(encodeFrame(connectPacket(login(victim, "announcer"))));
  await repeatUntilOver(over, async () => {
    for (const [at, topic] of COMMAND_TOPICS.entries()) {
      const payload = Buffer.from(JSON.stringify({ name: `U${at}`, cmd_t: topic }));
      const message = publishPacket(`${victim.userId}/homeassistant/switch/u${at}/config`, payload);
      message.writeUInt8(message.readUInt8(0) | 0x01);
      socket.write(encodeFrame(message));
    }
    const { answer } = await call(victim, "GET", "/v0/devices/found/");
    for (const { id } of answer as FoundDevice[]) {
      await call(victim, "POST", `/v0/devices/found/${id}/adopt/`, {});
      await call(victim, "POST", `${PATH}${id}/schedules/`, { name: "S", ...EVERY_MINUTE });
    }
  });
};

/** `look`: the devices that should have been refused. */
export const refused = (account: Account) => ({
  look: async (): Promise<string[]> => {
    const devices = await account.call<{ name: string }[]>("GET", PATH);
    const listed = await account.call<FoundDevice[]>("GET", "/v0/devices/found/");
    return [
      ...devices.filter(({ name }) => name.startsWith("U")).map(({ name }) => `${name} was adopted`),
      ...listed.filter(({ switchable }) => switchable).map(({ name }) => `${name} is offered`),
      ...(listed.length === 0 ? ["none of the announcements is listed"] : []),
    ];
  },
});
