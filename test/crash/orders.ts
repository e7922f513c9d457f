/**
 * Orders that wait for their owner while the product is killed: a robot asks to set a gate, and a person allows, denies or
 * leaves it. Each order has a level of its own, so that every event and every message names its order.
 */

import { setTimeout as pause } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { until } from "../support/until.ts";
import type { Event, GateOrder, History } from "./history.ts";
import type { Login } from "./swarm.ts";

/** Levels of the gate, from 0: more than the orders of a campaign. */
const LEVELS = 1_000_000;
/** One order of this number is denied, and one of this is left for the next life. */
const DENIED_ONE_IN = 5;
const LEFT_ONE_IN = 7;
/** Callers that order and answer at once, so that most kills come between the steps of some. */
const AT_ONCE = 3;
/** Longest pause between an order and its answer. Milliseconds. */
const SLOWEST = 4;
/** Milliseconds. */
const LOOKING_BACK = 60_000;

export interface Gate {
  account: Account;
  deviceId: string;
  login: Login;
  /** The token about which the gate asks. */
  robot: string;
}

export async function newGate(url: string): Promise<Gate> {
  const account = await newAccount(url);
  await account.newKey();
  const { username } = await account.newCredential("board", []);
  const { id } = await account.newDevice("Gate");
  const controls = [{ key: "level", kind: "number", min: 0, max: LEVELS }];
  const body = { name: "Gate", controls, ask_first: ["token"] };
  await account.call("PUT", `/v0/devices/on-off/${id}/`, body);
  const scopes = ["devices:switch"];
  const made = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "Robot", scopes });
  const login = { clientId: "gate", username: `${id}:${username}`, password: PASSWORD };
  return { account, deviceId: id, login, robot: made.token };
}

/** The gate connects, and receives the command that it missed. */
export async function connectGate(url: string, gate: Gate, history: History): Promise<MqttClient> {
  const connection = ++history.gate.connections;
  const options = { ...gate.login, protocolVersion: 5, reconnectPeriod: 0 } as const;
  const client = mqtt.connect(brokerUrl(url, gate.account.userId), options);
  client.on("error", () => {});
  // before CONNACK, because a command that it missed follows it at once
  client.on("message", (_topic, payload) => {
    const { level } = JSON.parse(payload.toString()) as { level: number };
    history.gate.heard.push({ connection, level, at: Date.now() });
  });
  await new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve());
    client.once("close", () => reject(new Error("The gate was not let in.")));
  });
  return client;
}

async function post(url: string, token: string, path: string, body: object): Promise<Response> {
  return fetch(new URL(path, url), {
    method: "POST",
    headers: { authorization: `Token ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function place(url: string, { robot, deviceId }: Gate, { orders }: History): Promise<GateOrder> {
  const level = orders.length;
  const order: GateOrder = {
    level,
    approval: null,
    answer: null,
    answeredFrom: null,
    wasCut: false,
    outcome: "unknown",
  };
  orders.push(order);
  const body = { state: level % 2 === 0, set: { level } };
  const response = await post(url, robot, `/v0/devices/on-off/${deviceId}/switch/`, body);
  const text = await response.text();
  if (response.status !== 202) throw new Error(`An order was answered ${response.status}: ${text}`);
  order.approval = (JSON.parse(text) as { approval: string }).approval;
  return order;
}

/** 409: the answer before the crash was taken, and its acknowledgement was lost. */
async function answer(url: string, { account }: Gate, order: GateOrder, allow: boolean): Promise<void> {
  order.wasCut = order.answer !== null;
  order.answer ??= allow ? "allow" : "deny";
  order.answeredFrom ??= Date.now();
  const isAllowed = order.answer === "allow";
  const response = await post(url, account.token, `/v0/approvals/${order.approval}/`, { allow: isAllowed });
  const text = await response.text();
  if (response.status !== 200 && response.status !== 409)
    throw new Error(`An answer was answered ${response.status}: ${text}`);
  order.outcome = response.status === 200 ? "acknowledged" : "answered before";
}

/** Allows orders of the last life that still wait, then orders and answers until the kill. */
export async function giveOrders(url: string, gate: Gate, history: History, isOver: () => boolean) {
  const { orders } = history;
  for (const order of orders.filter(({ approval, outcome }) => approval !== null && outcome === "unknown")) {
    if (isOver()) return;
    await answer(url, gate, order, true);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => orderAndAnswer(url, gate, history, isOver)));
}

async function orderAndAnswer(...[url, gate, history, isOver]: Parameters<typeof giveOrders>): Promise<void> {
  while (!isOver()) {
    const order = await place(url, gate, history);
    if (order.level % LEFT_ONE_IN === 0) continue;
    await pause(Math.random() * SLOWEST);
    await answer(url, gate, order, order.level % DENIED_ONE_IN !== 0);
  }
}

/** After the gate took the last command. */
export async function readGate(
  { account, deviceId }: Gate,
  { gate }: History,
  allEvents: () => Promise<Event[]>,
): Promise<void> {
  const taken = async () => (await account.device(deviceId)).taken !== false;
  await until("the gate's last command", taken, LOOKING_BACK).catch(() => {});
  const own = (await allEvents()).filter((each) => each.type.startsWith("turned"));
  gate.published.push(...own.map(({ level = -1, allowedAt = null }) => ({ level, allowedAt })));
}

/** Each allowed order is one event; the gate heard nothing else, not before the answer, and the last one finally. */
export function orderErrors({ orders, gate: { published, heard } }: History): string[] {
  const commands = Map.groupBy(published, ({ level }) => level);
  const count = (level: number) => commands.get(level)?.length ?? 0;
  const last = published.at(-1)?.level;
  const is = heard.at(-1)?.level;
  return [
    ...orders.flatMap((order) => {
      const [least, most] = commandsOf(order);
      const times = count(order.level);
      return times >= least && times <= most
        ? []
        : [
            `the order of level ${order.level} (${order.answer}, ${order.outcome}) was published ${times} times`,
          ];
    }),
    ...published
      .filter(({ level, allowedAt }) => orders[level] === undefined || allowedAt === null)
      .map(({ level }) => `level ${level} was published without an allow`),
    ...heard
      .filter(({ level, at }) => count(level) === 0 || at < (orders[level]?.answeredFrom ?? Infinity))
      .map(({ level }) => `the gate got level ${level}, which nobody had allowed`),
    ...repeated(heard).map(({ level }) => `the gate got level ${level} twice on one connection`),
    ...(is === last ? [] : [`the gate has level ${is}, and ${last} was allowed last`]),
  ];
}

/** How often the order may have been published. An answer without an acknowledgement may have been taken. */
function commandsOf({ answer, outcome }: GateOrder): [least: number, most: number] {
  if (answer !== "allow") return [0, 0];
  return outcome === "unknown" ? [0, 1] : [1, 1];
}

const repeated = (heard: History["gate"]["heard"]) =>
  heard.filter(
    ({ connection, level }, n) =>
      heard.findIndex((each) => each.connection === connection && each.level === level) !== n,
  );
