/** Sends messages to one reader: passes them to its session, encodes them, and refills from its queue. */

import { type PublishTemplate, publishTemplate } from "../../codec/encoder.ts";
import type { Log } from "../../log.ts";
import type { Effect, OutboundAlias } from "../../session/effect.ts";
import type { Delivery } from "../../session/message.ts";
import { type Message, remainingProperties } from "../../session/message.ts";
import type { ProtocolVersion, PublishPacket, Wire } from "../../session/packet.ts";
import { publishInView } from "../../session/view.ts";
import { HubModule } from "../module.ts";
import type { Queues } from "../queues/queues.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";
import type { MeterReader } from "../socket/meter-reader.ts";

// Encodes a message once for all readers that receive the same bytes.

interface Form {
  readonly version: ProtocolVersion;
  readonly root: string;
}

interface Encoding extends Form {
  qos: number;
  retain: boolean;
  identifiers: readonly number[];
  template: PublishTemplate;
}

function packetOf({ delivery, alias }: Addressing, root: string, now: number): PublishPacket {
  const { message, qos, retain, identifiers } = delivery;
  const packet: PublishPacket = {
    type: "publish",
    topic: message.topic,
    payload: message.payload,
    qos,
    retain,
    dup: false,
    packetId: qos === 0 ? 0 : 1,
    ...(alias !== null && { topicAlias: alias.alias }),
    ...(identifiers.length > 0 && { subscriptionIdentifiers: identifiers }),
    properties: remainingProperties(message, now),
  };
  const seen = publishInView(root, packet);
  // [MQTT-3.3.2-8] a known alias stands for the topic
  return alias?.known ? { ...seen, topic: "" } : seen;
}

const sameIdentifiers = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((each, at) => each === b[at]));

interface Addressing {
  delivery: Delivery;
  alias: OutboundAlias | null;
}

/** QoS and RETAIN. DUP belongs to each reader. */
const FLAGS = 0x07;

/** The received bytes, when exactly these must be sent. */
function wireFor({ message, qos, retain, identifiers }: Delivery, { version, root }: Form): Wire | null {
  const { wire } = message;
  if (wire == null || wire.version !== version || (wire.root ?? "") !== root) return null;
  const flags = (qos << 1) | (retain ? 1 : 0);
  if (((wire.bytes[0] as number) & FLAGS) !== flags) return null;
  return version !== 5 || identifiers.length === 0 ? wire : null;
}

class Encodings {
  #message: Message | null = null;
  /** When the templates were encoded: the remaining expiry is part of the bytes. Milliseconds since 1970. */
  #at = 0;
  #encodings: Encoding[] = [];

  template(delivery: Delivery, form: Form, now: number): PublishTemplate {
    const { version, root } = form;
    const { message, qos, retain, identifiers } = delivery;
    // [MQTT-3.3.2-6] a message that waited carries the expiry that remains when it is sent
    if (message !== this.#message || (message.expiresAt !== null && now !== this.#at)) {
      this.#message = message;
      this.#at = now;
      this.#encodings = [];
    }
    for (const each of this.#encodings) {
      if (each.version !== version || each.qos !== qos || each.retain !== retain) continue;
      if (each.root !== root) continue;
      if (version !== 5 || sameIdentifiers(each.identifiers, identifiers)) return each.template;
    }
    const template =
      wireFor(delivery, form) ?? publishTemplate(packetOf({ delivery, alias: null }, root, now), version);
    this.#encodings.push({ version, root, qos, retain, identifiers, template });
    return template;
  }

  outgoing({ delivery, alias }: Addressing, form: Form, now: number): PublishTemplate {
    return alias === null
      ? this.template(delivery, form, now)
      : publishTemplate(packetOf({ delivery, alias }, form.root, now), form.version);
  }
}

const REFILL_BATCH = 64;

export interface OutboundDependencies {
  queues: Queues;
  log: Log;
  meterReader: MeterReader;
}

export class Outbound extends HubModule<OutboundDependencies> {
  readonly #encodings = new Encodings();
  #isLogged = false;

  deliver(plan: TurnPlan, connection: Connection, delivery: Delivery): void {
    const size = this.sizeOf(plan, connection, delivery);
    plan.input(connection, { type: "deliver", delivery, size });
  }

  /**
   * Returns the bytes of the PUBLISH; Infinity when no packet can hold it. That message is dropped, its reader stays
   * connected.
   */
  sizeOf({ now }: TurnPlan, connection: Connection, delivery: Delivery): number {
    try {
      return this.#encodings.template(delivery, connection, now).bytes.length;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#reportUnsendable(error);
      return Number.POSITIVE_INFINITY;
    }
  }

  /** Counts each, and logs the first since the object woke. */
  #reportUnsendable(error: RangeError): void {
    const { log, meterReader } = this.deps;
    meterReader.failed();
    if (!this.#isLogged) log.error("a message fits into no packet and is dropped", error);
    this.#isLogged = true;
  }

  publish(plan: TurnPlan, connection: Connection, effect: Extract<Effect, { type: "publish" }>): void {
    const { delivery, alias, packetId, dup } = effect;
    const { bytes, packetIdAt } = this.#encodings.outgoing(effect, connection, plan.now);
    if (delivery.qos > 0) plan.send(connection, { bytes, packetIdAt, packetId, dup });
    // a packet that introduces an alias must arrive, or the alias means nothing to the client
    else if (delivery.isReplay || alias?.known === false) plan.send(connection, bytes);
    else plan.sendDroppable(connection, bytes);
  }

  refill(plan: TurnPlan, connection: Connection, room: number): void {
    const { session } = connection;
    if (session.state !== "connected" || room === 0) return;
    const underWay = session.inflight.map((each) => each.packetId);
    const queue = this.deps.queues.of(session.client.sessionId);
    const { stored, more } = queue.next(plan, underWay, Math.min(room, REFILL_BATCH));
    const sized = stored.map((each) => ({ ...each, size: this.sizeOf(plan, connection, each.delivery) }));
    plan.input(connection, { type: "refill", stored: sized, more });
  }
}
