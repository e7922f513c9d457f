/** The page's MQTT connection to the account's broker: reconnects, and reports messages of all devices. */

import { keyClientId } from "../../../broker/contract/client.ts";
import { controlState, type SwitchState } from "../../../broker/contract/control.ts";
import type { SeriesSource } from "../../../broker/contract/telemetry.ts";
import {
  controlledDevice,
  controlTopic,
  measuringDevice,
  noticesTopic,
  statusTopic,
  telemetryTopic,
} from "../../../broker/contract/topics.ts";
import { randomId } from "../lib/random.ts";
import { createStore } from "../lib/store.ts";
import { brokerUrl } from "./broker-url.ts";
import { type IncomingMessage, openConnection } from "./connection.ts";
import { CurrentConnection, reasonOf } from "./current-connection.ts";
import {
  type ConnectionStatus,
  type LinkEffect,
  type LinkEvent,
  type LinkState,
  statusOf,
  step,
} from "./reconnect.ts";
import { parseStatusMessage, type StatusMessage } from "./status-message.ts";

export interface LinkAccount {
  userId: string;
  apiKey: string;
  deviceIds: string[];
}

/** A channel whose values are stored. */
export interface MeasuringChannel {
  id: string;
  topic: string;
}

export interface LinkView {
  status: ConnectionStatus;
  /** Why it is not connected, if known. */
  message: string | null;
  /** The time of the next attempt (milliseconds since 1970), or null. */
  retryAt: number | null;
  /** Whether retained states were received: false where the broker retains nothing. */
  hadRetainedState: boolean;
}

export interface Switched {
  deviceId: string;
  /** Null for a message that is no control message. */
  state: SwitchState | null;
}

export const linkView = createStore<LinkView>({
  status: "disconnected",
  message: null,
  retryAt: null,
  hadRetainedState: true,
});
/** Whether status messages arrive. Then a device without a message has not changed. */
export const statusHeard = createStore(false);
/** Whether retained states are received after the connect. */
let hadRetainedState = true;

let link: LinkState = { phase: "off" };
/** Whether the page has found out if it can connect. Until then a press waits. */
let isDecided = false;
let account: LinkAccount | null = null;
let channels: readonly MeasuringChannel[] = [];
const current = new CurrentConnection(openConnection);
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(switched: Switched) => void>();
const statusListeners = new Set<(status: StatusMessage) => void>();
type MeasureListener = (source: SeriesSource, payload: string) => void;
const measureListeners = new Set<MeasureListener>();
const noticeListeners = new Set<() => void>();

function happen(event: LinkEvent): void {
  const next = step(link, event);
  link = next.link;
  for (const effect of next.effects) obey(effect);
  statusHeard.set(link.phase === "open");
  linkView.set({
    status: statusOf(link),
    message: link.phase === "waiting" || link.phase === "resting" ? link.message : null,
    retryAt: link.phase === "waiting" ? Date.now() + link.delay : null,
    hadRetainedState,
  });
}

function obey(effect: LinkEffect): void {
  switch (effect.do) {
    case "open":
      void open();
      return;
    case "close":
      current.giveUp();
      return;
    case "wait":
      timer = setTimeout(() => happen({ type: "due" }), effect.ms);
      return;
    case "stop waiting":
      clearTimeout(timer);
  }
}

async function open(): Promise<void> {
  if (!account) return;
  const { userId, apiKey, deviceIds } = account;
  try {
    const granted = await current.open(
      {
        url: brokerUrl(userId, window.location),
        clientId: keyClientId(apiKey, randomId()),
        username: apiKey,
        password: apiKey,
      },
      {
        onMessage: (message) => hear(userId, message),
        onLost: (message) => happen({ type: "lost", message }),
      },
      (opened) => {
        hadRetainedState = opened.retains;
        return opened.subscribe([
          ...deviceIds.map((id) => controlTopic(userId, id)),
          statusTopic(userId, "+"),
          noticesTopic(userId),
          telemetryTopic(userId, "+"),
          ...topicsOf(channels),
        ]);
      },
    );
    if (granted !== null) happen({ type: "opened" });
  } catch (error) {
    happen({ type: "failed", message: reasonOf(error) });
  }
}

const topicsOf = (of: readonly MeasuringChannel[]): string[] => [...new Set(of.map(({ topic }) => topic))];

function hear(userId: string, message: IncomingMessage): void {
  const { topic, payload } = message;
  if (topic === noticesTopic(userId)) {
    for (const listener of [...noticeListeners]) listener();
    return;
  }
  const status = parseStatusMessage(userId, message);
  if (status !== null) {
    for (const listener of [...statusListeners]) listener(status);
  }
  const deviceId = controlledDevice(userId, topic);
  if (deviceId !== null) {
    const switched = { deviceId, state: controlState(payload) };
    for (const listener of [...listeners]) listener(switched);
  }
  for (const source of sourcesOf(userId, channels, topic)) {
    for (const listener of [...measureListeners]) listener(source, payload);
  }
}

/** Returns the device or channel whose values a message on this topic may change. */
export function sourcesOf(
  userId: string,
  measuring: readonly MeasuringChannel[],
  topic: string,
): SeriesSource[] {
  const device = measuringDevice(userId, topic);
  const heard = measuring.filter((channel) => channel.topic === topic).map(({ id }) => ({ channel: id }));
  return device === null ? heard : [{ device }, ...heard];
}

/** Subscribes to these channels now and after each reconnect. Refused ones are polled instead. */
export function hearChannels(wanted: readonly MeasuringChannel[]): void {
  const more = topicsOf(wanted).filter((topic) => !topicsOf(channels).includes(topic));
  channels = wanted;
  if (more.length > 0) void current.ask((connection) => connection.subscribe(more)).catch(() => null);
}

/** Connects as this account, closing an existing connection. */
export function startLink(as: LinkAccount): void {
  account = as;
  isDecided = true;
  happen({ type: "start" });
}

export function stopLink(): void {
  account = null;
  isDecided = true;
  happen({ type: "stop" });
}

export const retryLink = (): void => happen({ type: "retry" });
export const linkBecameVisible = (): void => happen({ type: "visible" });

/** How long to wait for the broker's answer, in milliseconds. */
const ANSWER_MS = 5_000;
let isChecking = false;

/**
 * Pings the broker after another call failed. A half-open connection looks idle until the keep-alive ends; without an
 * answer it is closed.
 */
export async function checkLink(): Promise<void> {
  if (link.phase !== "open" || isChecking) return;
  isChecking = true;
  const answers = await current.ask((connection) => connection.answers(ANSWER_MS));
  isChecking = false;
  if (answers === false) happen({ type: "lost", message: "The broker does not answer" });
}

/** Calls back for every message on a control topic. Returns the function that stops it. */
export function onSwitched(listener: (switched: Switched) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back for every status message. Returns the function that stops it. */
export function onStatus(listener: (status: StatusMessage) => void): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

/** Calls back for every message that may contain a value. Returns the function that stops it. */
export function onMeasured(listener: MeasureListener): () => void {
  measureListeners.add(listener);
  return () => measureListeners.delete(listener);
}

/** Calls back when a watch has written a notice. Returns the function that stops it. */
export function onNotice(listener: () => void): () => void {
  noticeListeners.add(listener);
  return () => noticeListeners.delete(listener);
}

/** How long a press waits for a connection that is made, or about to be. A person has given up after that. Milliseconds. */
const DECIDED_MS = 5_000;

/** Resolves to whether the page is connected; waits a few seconds for the first attempt, or one in progress. */
export const isConnected = (): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(decide, DECIDED_MS);
    const stop = linkView.subscribe(look);
    look();
    function look(): void {
      if (isDecided && linkView.get().status !== "connecting") decide();
    }
    function decide(): void {
      clearTimeout(timer);
      stop();
      resolve(linkView.get().status === "connected");
    }
  });
