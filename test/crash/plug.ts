/** A discovered plug that is killed repeatedly while schedules switch it: its messages and their check. */

import type { MqttClient } from "mqtt";
import type { Credential } from "../../worker/contract/credentials.ts";
import type { Device } from "../../worker/contract/devices.ts";
import type { FoundDevice } from "../../worker/contract/found-devices.ts";
import type { Account } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { until } from "../support/until.ts";
import type { History } from "./history.ts";
import { type BrokerAddress, connect, type Login } from "./swarm.ts";

const [ON, OFF] = ["1", "0"];
const THERE = "plug/there";
const ANNOUNCEMENT = {
  name: "Plug",
  cmd_t: "plug/set",
  stat_t: "plug/state",
  pl_on: ON,
  pl_off: OFF,
  avty_t: THERE,
  pl_avail: ON,
  pl_not_avail: OFF,
};
/** The difference between two clocks of one machine. Milliseconds. */
const SLACK = 1000;

/** Announces the plug and adopts it. */
export async function adoptPlug(url: string, account: Account): Promise<{ id: string; login: Login }> {
  const made = await account.call<Credential>("POST", "/v0/mqtt/credentials/", {
    name: "House",
    view: "root",
  });
  const login = { clientId: "plug", username: made.username, password: made.password };
  const client = await connect(brokerUrl(url, account.userId), { ...login, protocolVersion: 4 });
  const place = "homeassistant/switch/plug/config";
  await client.publishAsync(place, JSON.stringify(ANNOUNCEMENT), { qos: 1, retain: true });
  await client.endAsync();
  const [found] = await account.call<FoundDevice[]>("GET", "/v0/devices/found/");
  const { id } = await account.call<Device>("POST", `/v0/devices/found/${found?.id}/adopt/`);
  return { id, login };
}

/** Connects the plug, which obeys each command. */
export async function plug({ url, history }: BrokerAddress, login: Login): Promise<MqttClient> {
  const connection = history.plug.begun.push(Date.now());
  const will = { topic: THERE, payload: Buffer.from(OFF), qos: 1 as const, retain: true };
  const client = await connect(url, { ...login, protocolVersion: 4, will });
  client.on("message", (_topic, payload) => {
    history.plug.heard.push({ connection, state: String(payload) === ON, at: Date.now() });
    client.publish("plug/state", payload, { qos: 1 });
  });
  await client.subscribeAsync("plug/set", { qos: 1 });
  // a crash may leave it without an acknowledgement
  client.publish(THERE, ON, { qos: 1, retain: true });
  return client;
}

/** The plug's final state in the API, after its last command was proven or timed out. */
export async function readPlugCommands(
  account: Account,
  id: string,
): Promise<Pick<Device, "state" | "taken">> {
  const taken = async () => (await account.device(id)).taken === true;
  await until("the plug's last command", taken).catch(() => {});
  return account.device(id);
}

const ranAt = ({ scheduled }: History): number[] =>
  scheduled
    .filter(({ isFound }) => isFound)
    .flatMap(({ schedules }) => schedules.flatMap(({ runs }) => runs))
    .flatMap(({ ran_at }) => (ran_at === null ? [] : [Date.parse(ran_at)]));

/** A connection gets one command for each run, and one missed command. */
export function duplicateCommands(history: History): string[] {
  const { begun, heard } = history.plug;
  const runs = ranAt(history);
  return begun.flatMap((from, index) => {
    const until = begun[index + 1] ?? Infinity;
    const most = 1 + runs.filter((at) => at >= from - SLACK && at < until).length;
    const told = heard.filter(({ connection }) => connection === index + 1).length;
    return told <= most
      ? []
      : [`${told} commands on connection ${index + 1}, and at most ${most} were given`];
  });
}

/** A run that is proven was received; and the final state is that of the last command. */
export function plugRunErrors({ scheduled, plug: { heard, last } }: History): string[] {
  const runs = scheduled
    .filter(({ isFound }) => isFound)
    .flatMap(({ schedules }) =>
      schedules.flatMap(({ state, runs }) => runs.map((run) => ({ ...run, state }))),
    );
  const invented = runs.filter(
    ({ state, ran_at, outcome }) =>
      outcome === "taken" &&
      !heard.some((each) => each.state === state && each.at >= Date.parse(ran_at ?? "") - SLACK),
  );
  const is = heard.at(-1)?.state;
  const isRight = last === null ? is === undefined : last.taken === true && last.state === is;
  return [
    ...invented.map(({ planned_at }) => `the run of ${planned_at} says taken, and the plug never heard it`),
    ...(isRight ? [] : [`the plug is ${is}, and the account says ${JSON.stringify(last)}`]),
  ];
}
