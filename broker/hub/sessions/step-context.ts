/** What a step may read of the account, for one connection. */

import { encode } from "../../codec/encoder.ts";
import type { ProfileName } from "../../contract/grants.ts";
import type { BrokerLimitName, BrokerLimits } from "../../contract/limits.ts";
import type { Mistake } from "../../contract/mistake.ts";
import type { Rights } from "../../routing/access.ts";
import { explain } from "../../routing/explain.ts";
import type { Context, RateDecision } from "../../session/effect.ts";
import type { Message } from "../../session/message.ts";
import type { Packet } from "../../session/packet.ts";
import { type Profile, profileOf } from "../../session/profile.ts";
import { step } from "../../session/step.ts";
import type { Router } from "../delivery/router.ts";
import type { BlockList } from "../limits/block-list.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { CommonDependencies } from "../module.ts";
import type { Acceptance } from "../publish/acceptance.ts";
import type { TopicRoutes } from "../publish/topic-route.ts";
import type { RightsInForce } from "../rights/rights-in-force.ts";
import type { Connection } from "../socket/connection.ts";
import type { PlanRules } from "../turn/plan.ts";

export interface ContextDependencies extends Pick<CommonDependencies, "store" | "limits"> {
  rights: RightsInForce;
  router: Router;
  rateLimiter: RateLimiter;
  blockList: BlockList;
  acceptance: Acceptance;
  routes: TopicRoutes;
}

/** Longest sentence with a topic in it, which may be as long as a packet's text. Characters. */
const MAX_WORDS = 2000;

interface Shared extends ContextDependencies {
  profiles: Record<ProfileName, Profile>;
}

class ConnectionContext implements Context {
  readonly now: number;
  readonly #shared: Shared;
  readonly #connection: Connection;

  constructor(shared: Shared, connection: Connection, now: number) {
    this.#shared = shared;
    this.#connection = connection;
    this.now = now;
  }

  /** The profile of its CONNACK; before that the account's. A change takes nothing from a connected client. */
  get profile(): Profile {
    const { profiles, store } = this.#shared;
    return profiles[this.#connection.planningClient?.profile ?? store.meta.get("profile")];
  }

  get limits(): BrokerLimits {
    return this.#shared.limits;
  }

  get #principal(): string {
    return this.#connection.planningClient?.principal ?? this.#connection.admitted.ref;
  }

  get #session(): number {
    return this.#connection.planningClient?.sessionId ?? 0;
  }

  rights(): Rights {
    const { key, admitted } = this.#connection;
    return this.#shared.rights.rights({ ref: this.#principal, key: key || admitted.key });
  }

  hasPublished(topic: string): boolean {
    return this.#shared.routes.isPublisher(topic, this.#session);
  }

  mayPublish(topic: string): boolean {
    const isAllowed = this.rights().mayPublish(topic);
    if (isAllowed) this.#shared.routes.addPublisher(topic, this.#session);
    return isAllowed;
  }

  subscribed(filter: string): boolean {
    return this.#shared.router.subscribed(this.#session, filter);
  }

  subscriptionCount(): number {
    return this.#shared.router.count(this.#session);
  }

  isTooOld(topic: string, payload: Uint8Array): boolean {
    return this.#shared.acceptance.isTooOld(topic, payload, this.now);
  }

  samplesIn(topic: string, payload: Uint8Array): number {
    return this.#shared.acceptance.samplesIn(topic, payload, this.now);
  }

  mistakeIn(topic: string, payload: Uint8Array, retain: boolean): Mistake | null {
    return this.#shared.acceptance.mistakeIn({ topic, payload, retain }, this.now);
  }

  mayRetain(message: Message): boolean {
    return this.#shared.acceptance.mayRetain(message, this.#principal, this.now);
  }

  mayStore(message: Message): boolean {
    return this.#shared.acceptance.mayStore(message, this.now);
  }

  mayQueue(message: Message): boolean {
    return this.#shared.acceptance.mayQueue(message);
  }

  sizeOf(packet: Packet): number {
    return encode(packet, 5).length;
  }

  limitPublish(count?: number): RateDecision {
    return this.#allowed("publish", "MQTT_PUBLISH_RATE", count);
  }

  limitBytes(bytes: number): RateDecision {
    return this.#allowed("bytes", "MQTT_PUBLISH_BYTES", bytes);
  }

  limitFilter(): RateDecision {
    return this.#allowed("filter", "MQTT_SUBSCRIBE_RATE");
  }

  #allowed(what: "publish" | "bytes" | "filter", limit: BrokerLimitName, cost = 1): RateDecision {
    const connection = this.#connection;
    if (connection.client === null) return "pass";
    const { rateLimiter, blockList } = this.#shared;
    const verdict = rateLimiter[what](connection.shares(rateLimiter, this.now), this.now, cost);
    if (verdict === "flood") blockList.flood(connection, this.#principal, limit);
    return verdict;
  }

  explain(action: "publish" | "subscribe", topic: string): string {
    const { store, rights } = this.#shared;
    const principal = rights.principal(this.#principal);
    const { words, advice, isAsked } = explain(store.meta.get("userId"), principal, action, topic, rights);
    return (isAsked ? `${words} ${advice}` : words).slice(0, MAX_WORDS);
  }

  freshClientId(): string {
    return `switchyard-${crypto.randomUUID()}`;
  }
}

export type ContextOf = (connection: Connection, now: number) => Context;

/** Returns the step of a session, in the form that turns call. */
export const stepOf =
  (contextOf: ContextOf): PlanRules<Connection>["step"] =>
  ({ now }, connection, input) =>
    step(connection.planned ?? connection.session, input, contextOf(connection, now));

export function stepContexts(deps: ContextDependencies): ContextOf {
  const profiles = { full: profileOf(deps.limits), classic: profileOf(deps.limits, "classic") };
  const shared = { ...deps, profiles };
  return (connection, now) => new ConnectionContext(shared, connection, now);
}
