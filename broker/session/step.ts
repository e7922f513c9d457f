/**
 * The state machine of one MQTT connection, as a pure function: `step(session, input, context)` returns the next session
 * and a list of effects. It does no I/O, reads no clock and changes none of its arguments.
 *
 * States (`session.ts`):
 *
 *   awaiting-connect → authenticating → connected → closed
 *          └──────────────────┴──────────────────────↑
 *
 * - awaiting-connect: the socket is open. The first packet must be CONNECT [MQTT-3.1.0-1].
 * - authenticating: CONNECT is valid, and its login is being checked. The only state that waits: the connection queues
 *   further packets until `accepted` or `rejected` arrives.
 * - connected: CONNACK was sent. The state holds what the protocol needs between packets: aliases, messages in flight, and
 *   the packet identifiers of unreleased QoS 2 messages.
 * - closed: final; every input is ignored.
 *
 * Inputs (`effect.ts`) are packets, bytes that are no packet, the result of a login, messages to deliver, and the end of
 * the transport. The context gives values, and questions with an immediate answer, such as the client's rights.
 *
 * Effects are of three kinds: packets to send, writes to the session's rows, and facts for other modules. The hub
 * (`hub/effects.ts`) commits the writes first and sends afterwards, so a client never gets an acknowledgement of something
 * that is not stored.
 *
 * Two tables define the machine: `Transitions` has the states that an input may lead to, and `TABLE` has the handler of
 * each state and input. The compiler checks one against the other. A handler that ends the connection returns `closed`
 * with the reason (`end.ts`).
 */

import { accept, connect, reject } from "./connect.ts";
import { acknowledged, deliver, refill } from "./deliver.ts";
import type { Context, Effect, Input, StepResult } from "./effect.ts";
import { closed, closedFor, disconnect, drop, fail, lost } from "./end.ts";
import { publish } from "./publish.ts";
import { because, REASONS } from "./reason.ts";
import { pubrel } from "./received.ts";
import type { Authenticating, AwaitingConnect, Closed, Connected, Session } from "./session.ts";
import { subscribe, unsubscribe } from "./subscribe.ts";

/**
 * Where each input may lead from each state. An input without an entry arrives too early or too late, and changes
 * nothing.
 */
interface Transitions {
  "awaiting-connect": {
    packet: Authenticating | Closed;
    malformed: Closed;
    dropped: Closed;
    "transport-closed": Closed;
  };
  authenticating: {
    accepted: Connected | Closed;
    rejected: Closed;
    malformed: Closed;
    dropped: Closed;
    "transport-closed": Closed;
  };
  connected: {
    packet: Connected | Closed;
    deliver: Connected;
    refill: Connected;
    malformed: Closed;
    dropped: Closed;
    "transport-closed": Closed;
  };
  closed: Record<never, never>;
}

type State = Session["state"];
type StateOf<S extends State> = Extract<Session, { state: S }>;
type InputOf<T extends Input["type"]> = Extract<Input, { type: T }>;
type Handler<S, I, Next extends Session> = (session: S, input: I, context: Context) => StepResult<Next>;

/** A missing cell, or a cell that leads elsewhere than `Transitions` allows, does not compile. */
type Table = {
  [S in State]: {
    [T in Input["type"]]: T extends keyof Transitions[S]
      ? Handler<StateOf<S>, InputOf<T>, Extract<Transitions[S][T], Session>>
      : Handler<StateOf<S>, InputOf<T>, StateOf<S>>;
  };
};

const NOTHING: readonly Effect[] = [];
const PINGRESP: readonly Effect[] = [{ type: "send", packet: { type: "pingresp" } }];

const stays = <S extends Session>(session: S): StepResult<S> => ({ session, effects: NOTHING });
const gone = (): StepResult<Closed> => closed(NOTHING);
const silence = (_: Session, { reason }: InputOf<"malformed" | "dropped">): StepResult<Closed> =>
  closedFor(reason);

const TABLE: Table = {
  "awaiting-connect": {
    packet: firstPacket,
    malformed: unacceptable,
    accepted: stays,
    rejected: stays,
    deliver: stays,
    refill: stays,
    dropped: silence,
    "transport-closed": gone,
  },
  authenticating: {
    // packets that arrive meanwhile wait in the connection
    packet: stays,
    malformed: rejected,
    accepted: (session, { identity }, context) => accept(session, identity, context),
    rejected,
    deliver: stays,
    refill: stays,
    dropped: silence,
    "transport-closed": gone,
  },
  connected: {
    packet: nextPacket,
    malformed: (session, { reason, topic }) => fail(session, reason, topic),
    accepted: stays,
    rejected: stays,
    deliver: (session, { delivery, size }, context) => deliver(session, delivery, size, context),
    refill: (session, { stored, more }, context) => refill(session, stored, more, context),
    dropped: drop,
    "transport-closed": lost,
  },
  closed: {
    packet: stays,
    malformed: stays,
    accepted: stays,
    rejected: stays,
    deliver: stays,
    refill: stays,
    dropped: stays,
    "transport-closed": stays,
  },
};

export function step(session: Session, input: Input, context: Context): StepResult {
  // the compiler cannot see that each cell receives the state and input of its place
  const handle = TABLE[session.state][input.type] as Handler<Session, Input, Session>;
  return handle(session, input, context);
}

/** The first bytes are no CONNECT, or one that cannot be accepted. Its login, where it could be read, names it in the log. */
function unacceptable(session: AwaitingConnect, input: InputOf<"malformed">): StepResult<Closed> {
  const { version, reason, connect } = input;
  if (version === null) return silence(session, input);
  const rejection = reject(version, reason, connect?.properties.maximumPacketSize);
  return connect === undefined ? rejection : { ...rejection, refused: { ...rejection.refused, connect } };
}

/**
 * [MQTT-3.1.0-1] the first packet must be CONNECT. Before it there is no answer, since the version is unknown. A
 * rejected connection leaves nothing behind.
 */
function firstPacket(
  _: AwaitingConnect,
  { packet }: InputOf<"packet">,
  context: Context,
): StepResult<Authenticating | Closed> {
  if (packet.type !== "connect") return closed([], REASONS.protocolError.close);
  const answer = connect(packet, context);
  return answer.refused === undefined
    ? answer
    : { ...answer, refused: { ...answer.refused, connect: packet } };
}

function rejected({ connect }: Authenticating, why: Omit<InputOf<"rejected">, "type">): StepResult<Closed> {
  const rejection = reject(connect.version, why.reason, connect.properties.maximumPacketSize);
  const words = why.detail ?? rejection.refused.words;
  const { advice: general, ...plain } = rejection.refused;
  const advice = why.remedy === undefined ? (why.advice ?? general) : undefined;
  const refused = {
    ...plain,
    words,
    ...(why.remedy && { remedy: why.remedy }),
    ...(advice !== undefined && { advice }),
  };
  return { ...rejection, refused };
}

function nextPacket(
  session: Connected,
  { packet: given }: InputOf<"packet">,
  context: Context,
): StepResult<Connected | Closed> {
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
    case "connack":
    case "suback":
    case "unsuback":
    case "pingresp":
      return fail(
        session,
        because(REASONS.protocolError, `${given.type.toUpperCase()} is the server's to send.`),
      );
  }
}
