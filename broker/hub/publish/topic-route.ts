/** What a topic means to the account, computed once per topic, so that a message runs only the stages concerned. */

import type { Control } from "../../contract/controls.ts";
import type { Availability, DiscoveredControl, StateReport } from "../../contract/discovered.ts";
import { accountPrefix, controlledDevice, isReplyTopic, storedTopic } from "../../contract/topics.ts";
import { controlReports, stateReports } from "../../discovery/state-reports.ts";
import { isHidden, matches } from "../../routing/filter.ts";
import type { Message } from "../../session/message.ts";
import type { AdoptedDevice, Measuring } from "../../storage/rights-copy.ts";
import type { Held } from "../../storage/sql.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Readers, Router } from "../delivery/router.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Author } from "../turn/plan.ts";
import type { WatchedKeys } from "../watches/live-watches.ts";
import type { Watches } from "../watches/watch-steps.ts";
import type { ReplyWait, ReplyWaits } from "./reply-waits.ts";

interface DiscoveredTopic {
  device: AdoptedDevice;
  /** How the device reports its state there. */
  states: readonly StateReport[];
  /** The controls whose values it reports there. */
  controls: readonly DiscoveredControl[];
  /** How the device reports there whether it is online; null when it does not. */
  availability: Availability | null;
}

interface ReplyRoute {
  /** Nothing but replies is published on it: they reach no subscriber and are not stored. */
  isInternal: boolean;
  waits: ReadonlySet<ReplyWait>;
}

export interface TopicRoute extends Readers {
  readonly topic: string;
  /** The id of the device that messages on this topic switch. */
  readonly command: string | null;
  /** The controls of that device; null without any. */
  readonly controls: readonly Control[] | null;
  /** The same device, when it is a discovered one: commands are relayed to its own topic. */
  readonly relay: AdoptedDevice | null;
  /** The series that messages on this topic are samples of. */
  readonly series: readonly Measuring[] | null;
  /** Keys of the device's samples that watches observe. */
  readonly watched: WatchedKeys | null;
  readonly discovered: readonly DiscoveredTopic[] | null;
  /** Home Assistant announces its start on this topic. */
  readonly isBirth: boolean;
  /** The id of the filter that the history keeps its messages for; null for none. */
  readonly historyFilter: number | null;
  /** The callers over HTTP for whom a message here is a reply; null for a topic that has no part in it. */
  readonly reply: ReplyRoute | null;
  /** Sessions that published here: their rights and the topic were checked. */
  readonly publishers: Set<number>;
}

/** A message on its way through the stages. */
export interface Publication {
  readonly message: Message;
  /** The publisher's session; 0 for the broker. */
  readonly from: number;
  readonly by?: Author | undefined;
  command: number | null;
}

export type Stage = (plan: TurnPlan, publication: Publication, route: TopicRoute) => void;

/** Routes in memory. Beyond this number all are computed again. */
const MAX_ROUTES = 2000;
/** Publishers remembered in all routes. Beyond this number all routes are computed again. */
const MAX_PUBLISHERS = 20_000;
const NO_READERS: Readers = { targets: [], groups: [] };
const BIRTH_TOPIC = "homeassistant/status";

export interface RouteDependencies {
  store: BrokerStore;
  router: Router;
  watches: Watches;
  replyWaits: ReplyWaits;
}

export class TopicRoutes {
  readonly #deps: RouteDependencies;
  readonly #routes: Held<Map<string, TopicRoute>>;
  /** The `Router.version` that the routes were computed from. */
  #version = 0;
  /** The route returned last: each message asks several times. */
  #last: TopicRoute | null = null;
  #publishers = 0;

  constructor(deps: RouteDependencies) {
    this.#deps = deps;
    this.#routes = deps.store.hold(() => {
      this.#last = null;
      return new Map();
    });
  }

  of(topic: string): TopicRoute {
    const routes = this.#current();
    if (this.#last?.topic === topic) return this.#last;
    let route = routes.get(topic);
    if (route === undefined) {
      route = this.#compute(topic);
      routes.set(topic, route);
    }
    this.#last = route;
    return route;
  }

  /** The routes, without those that were computed before subscriptions, rights, series or devices last changed. */
  #current(): Map<string, TopicRoute> {
    const routes = this.#routes.get();
    const { version } = this.#deps.router;
    if (version !== this.#version || routes.size >= MAX_ROUTES || this.#publishers >= MAX_PUBLISHERS) {
      routes.clear();
      this.#last = null;
      this.#publishers = 0;
      this.#version = version;
    }
    return routes;
  }

  /** A caller begins or ends to wait for a message on this topic. */
  forget(topic: string): void {
    this.#routes.get().delete(topic);
    if (this.#last?.topic === topic) this.#last = null;
  }

  isPublisher(topic: string, session: number): boolean {
    const routes = this.#current();
    if (this.#last?.topic !== topic) this.#last = routes.get(topic) ?? null;
    return this.#last?.publishers.has(session) ?? false;
  }

  addPublisher(topic: string, session: number): void {
    this.of(topic).publishers.add(session);
    this.#publishers++;
  }

  #compute(topic: string): TopicRoute {
    const { store, router, watches, replyWaits } = this.#deps;
    const userId = store.meta.get("userId");
    const isInternal = isReplyTopic(userId, topic);
    const waits = replyWaits.byTopic.get(topic);
    const series = store.rightsCopy.measuredBy(userId, topic);
    const device = series.find(({ channel }) => channel === null);
    const { found } = store.rightsCopy;
    const discovered = found.flatMap((device) => reportsOn(userId, device, topic));
    const command = controlledDevice(userId, topic);
    return {
      topic,
      ...(isInternal ? NO_READERS : router.readers(topic)),
      command,
      controls: command === null ? null : store.rightsCopy.controlsOf(command),
      relay: found.find(({ deviceId }) => deviceId === command) ?? null,
      series: series.length === 0 ? null : series,
      watched: device === undefined ? null : watches.keysOf(device.source),
      discovered: discovered.length === 0 ? null : discovered,
      isBirth: topic === accountPrefix(userId) + BIRTH_TOPIC,
      historyFilter: isInternal ? null : historyFilterOf(store, topic),
      reply: isInternal || waits !== undefined ? { isInternal, waits: waits ?? new Set() } : null,
      publishers: new Set(),
    };
  }
}

/** A filter sees what a subscription in root view sees: topics that begin with $ only when it begins with $. */
function historyFilterOf({ messageHistory, meta }: BrokerStore, topic: string): number | null {
  const root = accountPrefix(meta.get("userId"));
  const kept = messageHistory.filters.find(
    ({ filter }) => matches(root + filter, topic) && !isHidden(root, root + filter, topic),
  );
  return kept?.id ?? null;
}

function reportsOn(userId: string, device: AdoptedDevice, topic: string): DiscoveredTopic[] {
  // a device that several gateways report announces its topic with wildcards
  const isHere = (each: { topic: string }): boolean => matches(storedTopic(userId, each.topic), topic);
  const states = stateReports(device.found).filter(isHere);
  const controls = controlReports(device.found).filter(({ report }) => report !== null && isHere(report));
  const where = device.found.availability.findLast(isHere) ?? null;
  const isReport = states.length + controls.length > 0 || where !== null;
  return isReport ? [{ device, states, controls, availability: where }] : [];
}
