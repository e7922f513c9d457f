/** Kills the product repeatedly while it works, and finally checks all guarantees. */

import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { brokerUrl } from "../support/device-process.ts";
import {
  freePort,
  newStateDirectory,
  type RunningProduct,
  startProductProcess,
} from "../support/product-process.ts";
import { until } from "../support/until.ts";
import { type CheckResult, checkHistory } from "./check.ts";
import { newCampaignClients } from "./clients.ts";
import { emptyClimates, lookAtClimates } from "./climates.ts";
import { type Event, emptyHistory, type History } from "./history.ts";
import { pastMessages } from "./kept-messages.ts";
import { type Campaign, Life } from "./life.ts";
import { causeNotice, noticeReceiver, readNotices } from "./notices.ts";
import { readGate } from "./orders.ts";
import { readPlugCommands } from "./plug.ts";
import { storedSamples } from "./samples.ts";
import { readScheduleRuns } from "./schedules.ts";
import { publishOnce } from "./swarm.ts";
import { retainedId, tokenSceneOf } from "./tokens.ts";

/**
 * A life ends between these, and on a slow machine not before `FEWEST` acknowledged messages. Milliseconds.
 */
const SHORTEST = 250;
const LONGEST = 750;
/** Two windows of a publisher. One life in `UNREADY` may end earlier, while its clients connect. */
const FEWEST = 64;
const UNREADY = 8;
/** Acknowledged messages a life, on average: fewer prove nothing. */
const NEEDED = FEWEST / 2;
/** The longest wait of a life for acknowledgements. Milliseconds. */
const LONGEST_WAIT = 30_000;
const LOOK_AGAIN = 5;
/** The length of the product's log in a failure. Characters. */
const LOG_SHOWN = 2000;

/** No limits, because the campaign tests crashes. */
const VARIABLES = [
  "MQTT_PUBLISH_RATE:0",
  "MQTT_PUBLISH_BYTES:0",
  "MQTT_FRAME_RATE:0",
  "MQTT_SUBSCRIBE_RATE:0",
  "EVENT_RATE:0",
  "MQTT_CONNECT_RATE:0",
  "MQTT_MAX_QUEUED:0",
  "MAX_ROWS_A_DAY:0",
  "MAX_HISTORY_BYTES:0",
  "READ_RATE:0",
  "MAX_SCHEDULES:0",
  "MAX_TOKENS:0",
  "WEBHOOK_LAN:true",
  // one receiver gets more notices than a host does in an hour
  "TARGET_HOST_RATE:0",
  // a machine is switched as often as it obeys
  "WATCH_ACTION_RATE:0",
  "WATCH_SWITCH_RATE:0",
  // an order of each kind waits for the next life
  "MAX_APPROVALS:0",
];

/** Without a queue limit, a mostly offline session has many messages to receive. Milliseconds. */
const LOOKING_BACK = 300_000;

export interface Outcome extends CheckResult {
  /** Milliseconds of each start after a crash. */
  restarts: number[];
  /** Errors of product or clients outside a crash. */
  failures: string[];
}

/** Every event of the account, the oldest first. */
async function allEvents(url: string, token: string): Promise<Event[]> {
  const events: Event[] = [];
  let page: string | null = "/v0/events/devices/on-off/?size=100";
  while (page !== null) {
    const response: Response = await fetch(new URL(page, url), {
      headers: { authorization: `Token ${token}` },
    });
    if (!response.ok) throw new Error(`GET ${page} answered ${response.status}: ${await response.text()}`);
    for (const each of (await response.json()) as (Record<string, string> & { set?: { level?: number } })[]) {
      events.push({
        id: each.id ?? "",
        deviceId: each.device_id ?? "",
        type: each.event_type as Event["type"],
        at: Date.parse(each.created_at ?? ""),
        level: each.set?.level,
        allowedAt: each.allowed_at,
      });
    }
    page = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
  }
  return events.reverse();
}

/** Reads the outcome of every planned time, and the plug's state. */
async function lookAtDevices({ cast: { account, scheduled }, history }: Campaign): Promise<void> {
  const { own, found } = scheduled;
  for (const each of [own, found]) {
    const schedules = await readScheduleRuns(account, each.path);
    history.scheduled.push({ isFound: each === found, schedules, switches: 0 });
  }
  history.plug.last = await readPlugCommands(account, found.deviceId);
}

/** Reads all events, separating devices that only schedules or the API switch. */
async function lookAtEvents({ cast, url, history }: Campaign): Promise<void> {
  const { account, scheduled, watched } = cast;
  const { own, found } = scheduled;
  const events = await allEvents(url, account.token);
  [own, found].forEach(({ deviceId }, index) => {
    const planned = history.scheduled[index];
    const isSwitch = (each: Event) => each.deviceId === deviceId && each.type.startsWith("turned");
    if (planned !== undefined) planned.switches = events.filter(isSwitch).length;
  });
  history.notices.switches = events.filter(({ deviceId }) => deviceId === watched.deviceId).length;
  const apart = [own.deviceId, found.deviceId, watched.deviceId];
  history.events = events.filter(({ deviceId }) => !apart.includes(deviceId));
}

/** The last life: all clients reconnect and receive their queued messages. */
async function lookBack(campaign: Campaign): Promise<CheckResult> {
  const { url, cast, history } = campaign;
  const life = new Life(campaign);
  await Promise.all([life.keptSessions(true), life.plug(), life.machines(), life.gate()]);
  // behind all queued messages, because the order is kept
  const last = { id: `last-${campaign.made}`, publisher: "last", topic: cast.topics.open };
  const place = { url: brokerUrl(url, cast.account.userId), history, connection: 1 };
  await publishOnce(place, cast.key("last"), last);
  await until(
    "the last message",
    () =>
      history.sessions.every(({ name }) =>
        history.received.some((each) => each.session === name && each.id === last.id),
      ),
    LOOKING_BACK,
  );
  await lookAtDevices(campaign);
  history.notices.listed = await readNotices(cast.account, cast.watched);
  const { climates, gate } = cast;
  await lookAtClimates(climates, history, () => allEvents(url, climates.account.token));
  await readGate(gate, history, () => allEvents(url, gate.account.token));
  history.retained = await retainedId(tokenSceneOf(campaign));
  await life.leave();
  await until("the last row", async () => {
    history.events = await allEvents(url, cast.account.token);
    return cast.devices.every(({ deviceId }) => {
      const connections = history.events.filter(
        (each) => each.deviceId === deviceId && !each.type.startsWith("turned"),
      );
      return connections.at(-1)?.type === "disconnected";
    });
  }).catch(() => {});
  for (const { deviceId } of cast.devices) {
    const { controls } = await cast.account.device(deviceId);
    history.wanted.push({ deviceId, level: controls[0]?.wanted });
  }
  history.kept = await storedSamples(cast.account, cast.measuring.path);
  history.past = await pastMessages(cast.past);
  await lookAtEvents(campaign);
  return checkHistory(history);
}

export interface Plan {
  cycles: number;
  /** Acknowledged messages a life, on average; 0 for short lives. */
  messages: number;
}

/** Waits for a random time or a random number of messages. */
async function someTime({ sent }: History, messages: number, fewest: number): Promise<void> {
  const [before, begun] = [sent.length, performance.now()];
  if (messages === 0) await pause(SHORTEST + Math.random() * (LONGEST - SHORTEST));
  const wanted = Math.max(fewest, Math.random() * 2 * messages);
  const acknowledged = () => sent.slice(before).filter(({ ackedAt }) => ackedAt !== null).length;
  while (acknowledged() < wanted && performance.now() - begun < LONGEST_WAIT) await pause(LOOK_AGAIN);
}

export async function runCampaign(
  { cycles, messages }: Plan,
  print: (line: string) => void,
): Promise<Outcome> {
  const [stateDirectory, port] = [newStateDirectory(), await freePort()];
  const settings = { stateDirectory, port, tcpPort: 0, variables: VARIABLES };
  const history: History = {
    ...emptyHistory(),
    climates: emptyClimates(),
    needed: cycles * NEEDED,
  };
  const [restarts, failures]: [number[], string[]] = [[], []];
  const receiver = await noticeReceiver(history);
  let product: RunningProduct = await startProductProcess(settings);
  try {
    const cast = await newCampaignClients(product.url, receiver.watch);
    const campaign: Campaign = { url: product.url, cast, history, made: 0, connections: new Map() };
    history.witness = "always";
    history.sessions = [
      { name: "always", topics: "all" },
      { name: "seldom", topics: [cast.topics.open, cast.topics.barred] },
    ];
    // both are connected before the first message
    const first = new Life(campaign);
    await first.keptSessions(true);
    await first.leave();
    for (let cycle = 1; cycle <= cycles; cycle++) {
      const life = new Life(campaign);
      life.begin(cycle);
      await someTime(history, messages, cycle % UNREADY === 0 ? 0 : FEWEST);
      await causeNotice(cast.account, cast.watched, history);
      life.expectTheEnd();
      await product.kill();
      history.kills.push(Date.now());
      await life.cut();
      const log = life.failures.length > 0 ? `\n${product.log().slice(-LOG_SHOWN)}` : "";
      failures.push(...life.failures.map((failure) => `life ${cycle}: ${failure}${log}`));
      const begun = performance.now();
      product = await startProductProcess(settings);
      restarts.push(performance.now() - begun);
      if (cycle % 10 === 0) print(`${cycle} of ${cycles} cycles, ${history.sent.length} messages`);
    }
    return { ...(await lookBack(campaign)), restarts, failures };
  } finally {
    await product.stop();
    await receiver.close();
    rmSync(stateDirectory, { recursive: true, force: true });
  }
}
