/**
 * Watches that switch devices while the product is killed: a fan that runs while it is hot, and a freezer that runs while
 * it is not cold enough. Sensors and machines are stock clients, in an account of their own.
 */

import { setTimeout as pause } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";
import { telemetryTopic } from "../../broker/contract/topics.ts";
import type { Notice, NoticeTarget, Watch } from "../../worker/contract/watches.ts";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { until } from "../support/until.ts";
import type { ActingClimate, Event, History } from "./history.ts";
import { connect, type Login } from "./swarm.ts";

/** Of each room: when its machine has to run, and a temperature on either side of both bounds. */
const ROOMS = [
  { machine: "Fan", bounds: { above: 25, clear: 24 }, warm: 26.5, cold: 23, version: 4 },
  { machine: "Freezer", bounds: { above: -16, clear: -18 }, warm: -14, cold: -19.5, version: 5 },
] as const;

/** How long a room must be too warm; a watch that has cleared is not raised again within four seconds. */
const HELD = "PT1S";
/** Between two samples of a sensor. Milliseconds. */
const SAMPLE_EVERY = 100;
/** Milliseconds. */
const LOOKING_BACK = 60_000;

type Room = (typeof ROOMS)[number];

interface Climate {
  room: Room;
  topic: string;
  sensor: Login;
  machine: Login;
  machineId: string;
  watchId: string;
}

export interface Climates {
  account: Account;
  all: readonly Climate[];
}

export async function newClimates(url: string): Promise<Climates> {
  const account = await newAccount(url);
  await account.newKey();
  const { username } = await account.newCredential("board", []);
  const login = async (name: string): Promise<Login & { deviceId: string }> => {
    const { id } = await account.newDevice(name);
    return { clientId: name, username: `${id}:${username}`, password: PASSWORD, deviceId: id };
  };
  const all: Climate[] = [];
  for (const room of ROOMS) {
    const { deviceId: sensorId, ...sensor } = await login(`${room.machine} sensor`);
    const { deviceId: machineId, ...machine } = await login(room.machine);
    const switches = { raised: { state: true }, cleared: { state: false } };
    const body = { kind: "device", device: machineId, ...switches };
    const target = await account.call<NoticeTarget>("POST", "/v0/targets/", body);
    const when = { device: sensorId, key: "t", for: HELD, ...room.bounds };
    const watch = { name: `${room.machine} by itself`, when, targets: [target.id] };
    const { id: watchId } = await account.call<Watch>("POST", "/v0/watches/", watch);
    all.push({ room, topic: telemetryTopic(account.userId, sensorId), sensor, machine, machineId, watchId });
  }
  return { account, all };
}

export const emptyClimates = (): ActingClimate[] =>
  ROOMS.map(({ machine }) => ({ machine, changes: [], commands: [], switches: [], outcomes: [] }));

/** Connects the machine of each room, which acknowledges its commands. */
export async function machines(url: string, climates: Climates, history: History): Promise<MqttClient[]> {
  return Promise.all(
    climates.all.map(async ({ room, machine }) => {
      const climate = history.climates.find((each) => each.machine === room.machine);
      const place = brokerUrl(url, climates.account.userId);
      const options = { ...machine, protocolVersion: room.version, reconnectPeriod: 0 };
      const client = mqtt.connect(place, options);
      client.on("error", () => {});
      // before CONNACK, because a command that it missed follows it at once
      client.on("message", (_topic, payload) => {
        climate?.commands.push((JSON.parse(payload.toString()) as { state: "on" | "off" }).state);
      });
      await new Promise<void>((resolve, reject) => {
        client.once("connect", () => resolve());
        client.once("close", () => reject(new Error(`The ${room.machine} was not let in.`)));
      });
      return client;
    }),
  );
}

interface LifeOfClients {
  isOver(): boolean;
  /** The client ends with the life, which ends a publish that waits for its acknowledgement. */
  join(client: MqttClient): Promise<void>;
}

/** Each room changes when its machine has obeyed the last change, and is measured all the time: also before a kill. */
export async function changeClimates(
  url: string,
  { account, all }: Climates,
  history: History,
  { isOver, join }: LifeOfClients,
): Promise<void> {
  const keepChanging = async ({ room, sensor, topic }: Climate): Promise<void> => {
    const climate = history.climates.find(({ machine }) => machine === room.machine);
    const { changes = [], commands = [] } = climate ?? {};
    const place = brokerUrl(url, account.userId);
    const client = await connect(place, { ...sensor, protocolVersion: room.version });
    await join(client);
    // without a connection a publish would wait for ever
    while (!isOver() && client.connected) {
      const last = changes.at(-1);
      const isObeyed = last === undefined || commands.at(-1) === (last.isOn ? "on" : "off");
      const change = isObeyed ? { isOn: !last?.isOn, isAcknowledged: false } : last;
      if (change !== last) changes.push(change);
      await client.publishAsync(topic, JSON.stringify({ t: change.isOn ? room.warm : room.cold }), {
        qos: 1,
      });
      change.isAcknowledged = true;
      await pause(SAMPLE_EVERY);
    }
  };
  await Promise.all(all.map(keepChanging));
}

/** After the last command was taken. */
export async function lookAtClimates(
  { account, all }: Climates,
  history: History,
  allEvents: () => Promise<Event[]>,
): Promise<void> {
  for (const { room, watchId } of all) {
    const climate = history.climates.find(({ machine }) => machine === room.machine);
    const changes = climate?.changes.filter(({ isAcknowledged }) => isAcknowledged).length ?? 0;
    const notices = await until(
      `the last command of the ${room.machine}`,
      async () => {
        const list = await account.call<Notice[]>("GET", `/v0/watches/${watchId}/notices/`);
        const isEnded = ({ deliveries }: Notice) => deliveries.every(({ outcome }) => outcome !== "waiting");
        return list.length >= changes && list.every(isEnded) && list;
      },
      LOOKING_BACK,
    );
    climate?.outcomes.push(
      ...notices.reverse().map(({ state, deliveries }) => ({
        isOn: state === "raised",
        outcomes: deliveries.map(({ outcome, detail }) => `${outcome}: ${detail}`),
      })),
    );
  }
  const events = await allEvents();
  for (const { room, machineId } of all) {
    const climate = history.climates.find(({ machine }) => machine === room.machine);
    const own = events.filter(({ deviceId, type }) => deviceId === machineId && type.startsWith("turned"));
    climate?.switches.push(...own.map(({ type }) => type === "turned_on"));
  }
}

const isReplaced = (outcome: string): boolean => /^refused: .* Another command replaced it\.$/.test(outcome);

/** Each change is one command, one event and one notice, in this order; and the machine obeys the last one. */
export function climateErrors({ climates }: History): string[] {
  return climates.flatMap(({ machine, changes, commands, switches, outcomes }) => {
    const acknowledged = changes.filter(({ isAcknowledged }) => isAcknowledged).length;
    const isRight = switches.length >= acknowledged && switches.length <= changes.length;
    const wrong = switches.findIndex((isOn, n) => isOn !== changes[n]?.isOn);
    const unlike = outcomes.findIndex(({ isOn }, n) => isOn !== switches[n]);
    const failed = outcomes.flatMap((notice) => notice.outcomes).filter((each) => !isExpected(each));
    const doubled = outcomes.filter((notice) => notice.outcomes.length !== 1).length;
    const is = commands.at(-1);
    const last = switches.at(-1) ? "on" : "off";
    return [
      ...(isRight
        ? []
        : [`${machine}: ${acknowledged} to ${changes.length} changes, ${switches.length} switches`]),
      ...(wrong < 0 ? [] : [`${machine}: switch ${wrong + 1} is not that of its change`]),
      ...(unlike < 0 && outcomes.length === switches.length
        ? []
        : [`${machine}: ${switches.length} switches, ${outcomes.length} notices, unlike from ${unlike + 1}`]),
      ...failed.map((outcome) => `${machine}: the outcome is ${outcome}`),
      ...(doubled === 0 ? [] : [`${machine}: ${doubled} notices have not one outcome`]),
      ...(switches.length === 0 || is === last ? [] : [`${machine}: it is ${is}, and was switched ${last}`]),
    ];
  });
}

const isExpected = (outcome: string): boolean => outcome.startsWith("delivered: ") || isReplaced(outcome);
