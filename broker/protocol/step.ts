/** One step of one session: what came, and what should happen. All movement between states is here. */

import { accept, connect, refuse } from "./connect.ts";
import { acknowledged, deliver, refill } from "./deliver.ts";
import type { Context, Effect, Input, Step } from "./effect.ts";
import { disconnect, drop, fail, lost } from "./end.ts";
import type { ConnectPacket, Packet } from "./packet.ts";
import { publish, pubrel } from "./publish.ts";
import { because, REASONS } from "./reason.ts";
import { CLOSED, type Connected, type Session } from "./session.ts";
import { subscribe, unsubscribe } from "./subscribe.ts";

const NOTHING: readonly Effect[] = [];
const PINGRESP: readonly Effect[] = [{ type: "send", packet: { type: "pingresp" } }];

export function step(session: Session, input: Input, context: Context): Step {
  switch (session.state) {
    case "connected":
      return whileConnected(session, input, context);
    case "awaiting-connect":
      return whileAwaiting(session, input, context);
    case "authenticating":
      if (input.type === "accepted") return accept(session, input.identity, context);
      if (input.type === "refused" || input.type === "malformed") {
        const { version, properties } = session.connect;
        return detailed(
          refuse(version, input.reason, properties.maximumPacketSize),
          input.type === "refused" ? input.detail : undefined,
        );
      }
      if (input.type === "dropped") return silence(input.reason.close);
      return input.type === "transport-closed" ? closed() : { session, effects: NOTHING };
    case "closed":
      return { session, effects: NOTHING };
  }
}

/** The owner is told more than whoever knocked. */
const detailed = (refusal: Step, detail: string | undefined): Step =>
  refusal.refused === undefined || detail === undefined
    ? refusal
    : { ...refusal, refused: { ...refusal.refused, words: detail } };

/** Nothing else remains of a CONNECT that was refused at once. */
const named = (answer: Step, connect: ConnectPacket): Step =>
  answer.refused === undefined ? answer : { ...answer, refused: { ...answer.refused, connect } };

const closed = (): Step => ({ session: CLOSED, effects: NOTHING });
const silence = (code: number): Step => ({ session: CLOSED, effects: [{ type: "close", code }] });

function whileAwaiting(session: Session, input: Input, context: Context): Step {
  switch (input.type) {
    case "packet":
      // [MQTT-3.1.0-1] the first packet is CONNECT; before it nobody is known well enough for an answer
      return input.packet.type === "connect"
        ? named(connect(input.packet, context), input.packet)
        : silence(REASONS.protocolError.close);
    case "malformed":
      return input.version === null ? silence(input.reason.close) : refuse(input.version, input.reason);
    case "dropped":
      return silence(input.reason.close);
    case "transport-closed":
      return closed();
    default:
      return { session, effects: NOTHING };
  }
}

function whileConnected(session: Connected, input: Input, context: Context): Step {
  switch (input.type) {
    case "packet":
      return packet(session, input.packet, context);
    case "deliver":
      return deliver(session, input.delivery, input.size, context);
    case "refill":
      return refill(session, input.stored, input.more, context);
    case "malformed":
      return fail(session, input.reason);
    case "dropped":
      return drop(session, input);
    case "transport-closed":
      return lost(session);
    default:
      return { session, effects: NOTHING };
  }
}

function packet(session: Connected, given: Packet, context: Context): Step {
  switch (given.type) {
    case "publish":
      return publish(session, given, context);
    case "pingreq":
      // [MQTT-3.12.4-1]
      return { session, effects: PINGRESP };
    case "puback":
    case "pubrec":
    case "pubcomp":
      return acknowledged(session, given);
    case "pubrel":
      return pubrel(session, given.packetId);
    case "subscribe":
      return subscribe(session, given, context);
    case "unsubscribe":
      return unsubscribe(session, given, context);
    case "disconnect":
      return disconnect(session, given, context);
    case "connect":
      // [MQTT-3.1.0-2]
      return fail(session, because(REASONS.protocolError, "A second CONNECT on one connection."));
    case "auth":
      // [MQTT-4.12.1-2] no method was agreed at CONNECT
      return fail(session, because(REASONS.protocolError, "AUTH without an authentication method."));
    default:
      return fail(
        session,
        because(REASONS.protocolError, `${given.type.toUpperCase()} is the server's to send.`),
      );
  }
}
