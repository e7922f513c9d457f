/** The page's one standing connection to the account's broker: obeys the reconnect rules, hears what all devices do. */

import { keyClientId } from "../../../broker/contract/client.ts";
import { parseControl, type SwitchState } from "../../../broker/contract/control.ts";
import type { SeriesSource } from "../../../broker/contract/telemetry.ts";
import {
  controlledDevice,
  controlTopic,
  measuringDevice,
  statusTopic,
  telemetryTopic,
} from "../../../broker/contract/topics.ts";
import { randomId } from "../lib/random-id.ts";
import { createStore } from "../lib/store.ts";
import { brokerUrl } from "./broker-url.ts";
import { type Incoming, openConnection } from "./connection.ts";
import { CurrentConnection, reasonOf } from "./current-connection.ts";
import {
  type ConnectionStatus,
  type Link,
  type LinkEffect,
  type LinkEvent,
  statusOf,
  step,
} from "./reconnect.ts";
import { type ToldStatus, toldStatus } from "./told-status.ts";

export interface LinkAccount {
  userId: string;
  apiKey: string;
  deviceIds: string[];
}

/** A channel that is a series. */
export interface MeasuringChannel {
  id: string;
  topic: string;
}

export interface LinkView {
  status: ConnectionStatus;
  /** Why it is not connected, when that is known. */
  message: string | null;
  /** When the next attempt is made (milliseconds since 1970), or null when none is planned. */
  retryAt: number | null;
  /** Whether what was said before it was connected was heard, too: not where nothing is retained. */
  toldBefore: boolean;
}

export interface Switched {
  deviceId: string;
  /** Null when the message was no control message. */
  state: SwitchState | null;
}

export const linkView = createStore<LinkView>({
  status: "disconnected",
  message: null,
  retryAt: null,
  toldBefore: true,
});
/** Whether a connection stands that tells how devices are: what it does not tell has not changed. */
export const statusHeard = createStore(false);
/** Whether the one that stands told how they were before it stood. */
let toldBefore = true;

let link: Link = { phase: "off" };
let account: LinkAccount | null = null;
let channels: readonly MeasuringChannel[] = [];
const current = new CurrentConnection(openConnection);
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(switched: Switched) => void>();
const statusListeners = new Set<(told: ToldStatus) => void>();
type MeasureListener = (source: SeriesSource, payload: string) => void;
const measureListeners = new Set<MeasureListener>();

function happen(event: LinkEvent): void {
  const next = step(link, event);
  link = next.link;
  for (const effect of next.effects) obey(effect);
  statusHeard.set(link.phase === "open");
  linkView.set({
    status: statusOf(link),
    message: link.phase === "waiting" || link.phase === "resting" ? link.message : null,
    retryAt: link.phase === "waiting" ? Date.now() + link.delay : null,
    toldBefore,
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
        toldBefore = opened.retains;
        return opened.subscribe([
          ...deviceIds.map((id) => controlTopic(userId, id)),
          statusTopic(userId, "+"),
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

function hear(userId: string, message: Incoming): void {
  const { topic, payload } = message;
  const told = toldStatus(userId, message);
  if (told !== null) {
    for (const listener of [...statusListeners]) listener(told);
  }
  const deviceId = controlledDevice(userId, topic);
  if (deviceId !== null) {
    const switched = { deviceId, state: parseControl(payload) };
    for (const listener of [...listeners]) listener(switched);
  }
  for (const source of sourcesOf(userId, channels, topic)) {
    for (const listener of [...measureListeners]) listener(source, payload);
  }
}

/** Whose values a message on this topic may have changed. */
export function sourcesOf(
  userId: string,
  measuring: readonly MeasuringChannel[],
  topic: string,
): SeriesSource[] {
  const device = measuringDevice(userId, topic);
  const heard = measuring.filter((channel) => channel.topic === topic).map(({ id }) => ({ channel: id }));
  return device === null ? heard : [{ device }, ...heard];
}

/** These are heard as well, from now on and after each new connection. What is not granted is looked at without news. */
export function hearChannels(wanted: readonly MeasuringChannel[]): void {
  const more = topicsOf(wanted).filter((topic) => !topicsOf(channels).includes(topic));
  channels = wanted;
  if (more.length > 0) void current.ask((connection) => connection.subscribe(more)).catch(() => null);
}

/** Connects as this account; a connection that stands already is made anew. */
export function startLink(as: LinkAccount): void {
  account = as;
  happen({ type: "start" });
}

export function stopLink(): void {
  account = null;
  happen({ type: "stop" });
}

export const retryLink = (): void => happen({ type: "retry" });
export const linkBecameVisible = (): void => happen({ type: "visible" });

/** So long the broker has to say that it is still there. */
const ANSWER_MS = 5_000;
let doubted = false;

/**
 * Something else of the server does not answer. A connection whose other end is gone looks like one on which nothing is
 * said, up to its keep alive: so the broker is asked, and what stays silent is lost.
 */
export async function doubtLink(): Promise<void> {
  if (link.phase !== "open" || doubted) return;
  doubted = true;
  const answers = await current.ask((connection) => connection.answers(ANSWER_MS));
  doubted = false;
  if (answers === false) happen({ type: "lost", message: "The broker does not answer" });
}

/** Called for every message on a control topic. Answers how to stop. */
export function onSwitched(listener: (switched: Switched) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called for all that the broker says of how a device is. Answers how to stop. */
export function onStatus(listener: (told: ToldStatus) => void): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

/** Called for every message in which a device or a channel may have told a value. Answers how to stop. */
export function onMeasured(listener: MeasureListener): () => void {
  measureListeners.add(listener);
  return () => measureListeners.delete(listener);
}

/** How long a press waits for a connection that is being made. A person has given up after that. Milliseconds. */
const DECIDED_MS = 5_000;

/** Whether the page is connected; while it is just connecting that is not decided yet, for a while. */
export const isConnected = (): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(decide, DECIDED_MS);
    const stop = linkView.subscribe(look);
    look();
    function look(): void {
      if (linkView.get().status !== "connecting") decide();
    }
    function decide(): void {
      clearTimeout(timer);
      stop();
      resolve(linkView.get().status === "connected");
    }
  });
