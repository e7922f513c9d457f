/** What a step may look at: the account as it is, seen from the connection whose step it is. */

import { encode } from "../../codec/encoder.ts";
import type { ProfileName } from "../../contract/grants.ts";
import type { BrokerLimitName, BrokerLimits } from "../../contract/limits.ts";
import type { Allowed, Context } from "../../protocol/effect.ts";
import type { Message } from "../../protocol/message.ts";
import type { Packet } from "../../protocol/packet.ts";
import { type Profile, profileOf } from "../../protocol/profile.ts";
import type { Rights } from "../../routing/access.ts";
import { explain } from "../../routing/explain.ts";
import type { Store } from "../../storage/store.ts";
import type { Allowance } from "../abuse/allowance.ts";
import type { Penalties } from "../abuse/penalties.ts";
import type { Router } from "../delivery/router.ts";
import type { Acceptance } from "../publish/acceptance.ts";
import type { RightsInForce } from "../rights/rights-in-force.ts";
import type { Connection } from "../sockets/connection.ts";

export interface ContextDependencies {
  store: Store;
  limits: BrokerLimits;
  rights: RightsInForce;
  router: Router;
  allowance: Allowance;
  penalties: Penalties;
  acceptance: Acceptance;
}

/** Of a sentence in which a topic stands, which may be as long as a text of a packet. Characters. */
const MAX_WORDS = 2000;

export class StepContext implements Context {
  now = 0;
  profile: Profile;
  readonly #deps: ContextDependencies;
  readonly #profiles: Record<ProfileName, Profile>;
  #connection: Connection | null = null;

  constructor(deps: ContextDependencies) {
    this.#deps = deps;
    this.#profiles = { full: profileOf(deps.limits), classic: profileOf(deps.limits, "classic") };
    this.profile = this.#profiles.full;
  }

  /** For the next step. */
  of(connection: Connection, now: number): this {
    this.#connection = connection;
    this.now = now;
    this.profile = this.#profileOf(connection);
    return this;
  }

  /** What its CONNACK said; before that the account's, which a change takes from nobody who is there. */
  #profileOf({ planningClient: client }: Connection): Profile {
    return this.#profiles[client?.profile ?? this.#deps.store.meta.get("profile")];
  }

  get #principal(): string {
    return this.#connection?.planningClient?.principal ?? this.#connection?.admitted.ref ?? "";
  }

  get #key(): string {
    return this.#connection?.key || this.#connection?.admitted.key || "";
  }

  get #session(): number {
    return this.#connection?.planningClient?.sessionId ?? 0;
  }

  rights = (): Rights => this.#deps.rights.rights({ ref: this.#principal, key: this.#key });
  subscribed = (filter: string): boolean => this.#deps.router.subscribed(this.#session, filter);
  subscriptionCount = (): number => this.#deps.router.count(this.#session);
  isTooOld = (topic: string, payload: Uint8Array): boolean =>
    this.#deps.acceptance.isTooOld(topic, payload, this.now);
  mayRetain = (message: Message): boolean =>
    this.#deps.acceptance.mayRetain(message, this.#principal, this.now);
  mayStore = (message: Message): boolean => this.#deps.acceptance.mayStore(message, this.now);
  mayQueue = (message: Message): boolean => this.#deps.acceptance.mayQueue(message);
  sizeOf = (packet: Packet): number => encode(packet, 5).length;
  publishAllowance = (): Allowed => this.#allowed("publish", "MQTT_PUBLISH_RATE");
  byteAllowance = (bytes: number): Allowed => this.#allowed("bytes", "MQTT_PUBLISH_BYTES", bytes);
  filterAllowance = (): Allowed => this.#allowed("filter", "MQTT_SUBSCRIBE_RATE");

  #allowed(what: "publish" | "bytes" | "filter", limit: BrokerLimitName, cost = 1): Allowed {
    const connection = this.#connection;
    if (connection?.client == null) return "pass";
    const { allowance, penalties } = this.#deps;
    connection.shares ??= allowance.sharesOf(String(connection.client.sessionId), this.now);
    const verdict = allowance[what](connection.shares, this.now, cost);
    if (verdict === "flood") penalties.flood(connection, this.#principal, limit);
    return verdict;
  }

  explain = (action: "publish" | "subscribe", topic: string): string => {
    const { store, rights } = this.#deps;
    const { words } = explain(store.meta.get("userId"), rights.principal(this.#principal), action, topic);
    return words.slice(0, MAX_WORDS);
  };
  freshClientId = (): string => `switchyard-${crypto.randomUUID()}`;
}
