/** How a connection ends: by DISCONNECT, by a violation, or by the broker. */

import { adviceFor } from "./advice.ts";
import type { Context, Effect, Input, StepRefusal, StepResult } from "./effect.ts";
import type { DisconnectPacket } from "./packet.ts";
import { because, closeWords, passesByItself, REASONS, type Reason, reasonOf } from "./reason.ts";
import { CLOSED, type Closed, type Connected } from "./session.ts";

/** Every end passes here. Without a code the transport is closed already. */
export const closed = (effects: readonly Effect[], code?: number, words?: string): StepResult<Closed> => ({
  session: CLOSED,
  effects:
    code === undefined
      ? effects
      : [...effects, { type: "close", code, ...(words !== undefined && { words }) }],
});

/** Before CONNECT is accepted: no packet carries the sentence of a reason that passes, so the close frame does. */
export const closedFor = (reason: Reason): StepResult<Closed> =>
  closed([], reason.close, passesByItself(reason) ? closeWords(reason.words) : undefined);

/** [MQTT-3.14.0-1] DISCONNECT is sent only after an accepting CONNACK, and only in MQTT 5. */
function disconnectPacket(session: Connected, reason: Reason): Effect[] {
  if (session.client.version !== 5) return [];
  const packet: DisconnectPacket = {
    type: "disconnect",
    code: reason.code,
    properties: { reasonString: reason.words },
  };
  return [{ type: "send", packet }];
}

/** WebSocket close code for frames that are no binary ones. */
const TEXT_FRAME = 1003;
const FAULTS: ReadonlySet<number> = new Set([
  REASONS.malformed.close,
  REASONS.packetTooLarge.close,
  TEXT_FRAME,
]);
/** Reasons that are the client's fault: a device causes an `errored` event. */
const breaksProtocol = (reason: Reason): boolean => FAULTS.has(reason.close);

/** Reasons that name a limit: they are logged for the owner. */
const LIMITS: ReadonlySet<number> = new Set(
  [
    REASONS.receiveMaximumExceeded,
    REASONS.topicAliasInvalid,
    REASONS.packetTooLarge,
    REASONS.messageRateTooHigh,
    REASONS.quotaExceeded,
  ].map((reason) => reason.code),
);

/** [MQTT-4.13.1-1] a protocol error ends the connection, and the will is published [MQTT-3.1.2-8]. */
export function fail(session: Connected, reason: Reason, topic?: string): StepResult<Closed> {
  const refused: StepRefusal = {
    kind: LIMITS.has(reason.code) ? "limit" : "protocol",
    topic: topic ?? null,
    words: reason.words,
    ...adviceFor(reason),
  };
  const effects: Effect[] = breaksProtocol(reason) ? [{ type: "errored", why: refused }] : [];
  effects.push(...disconnectPacket(session, reason), {
    type: "end",
    publishWill: true,
    expiry: session.client.sessionExpiry,
    reason,
  });
  return { ...closed(effects, reason.close), refused };
}

/**
 * Ends without a row in the owner's log: silence is a lost connection, which presence shows; the owner or an operator
 * ended the connection; a take-over has a row of its own (`take-overs.ts`).
 */
const UNLOGGED: ReadonlySet<number> = new Set(
  [REASONS.keepAliveTimeout, REASONS.administrativeAction, REASONS.sessionTakenOver].map(({ code }) => code),
);

/** The broker ended the connection for this reason. */
const cutBy = (reason: Reason): StepRefusal => {
  const kind = LIMITS.has(reason.code) ? "limit" : breaksProtocol(reason) ? "protocol" : "connect";
  return { kind, topic: null, words: reason.words, ...adviceFor(reason), isEnd: true };
};

export function drop(session: Connected, input: Extract<Input, { type: "dropped" }>): StepResult<Closed> {
  const { reason, endSession = false, withoutWill = false, withoutRow = false } = input;
  const expiry = endSession ? 0 : session.client.sessionExpiry;
  const effects: Effect[] = [
    ...disconnectPacket(session, reason),
    { type: "end", publishWill: !withoutWill, expiry, reason },
  ];
  const refused = withoutRow || UNLOGGED.has(reason.code) ? {} : { refused: cutBy(reason) };
  return { ...closed(effects, reason.close), ...refused };
}

/** The transport closed without a DISCONNECT [MQTT-3.1.2-8]. */
export function lost({ client }: Connected): StepResult<Closed> {
  const reason = because(REASONS.unspecified, "The connection was lost without a DISCONNECT.");
  return closed([{ type: "end", publishWill: true, expiry: client.sessionExpiry, reason }]);
}

export function disconnect(
  session: Connected,
  packet: DisconnectPacket,
  context: Context,
): StepResult<Closed> {
  const { client } = session;
  const asked = packet.properties?.sessionExpiryInterval;
  // [MQTT-3.1.2.11.2] a session that ends with its connection cannot be prolonged
  if (asked !== undefined && asked > 0 && client.sessionExpiry === 0) {
    const words = "The session expiry was 0 and cannot be prolonged.";
    return fail(session, because(REASONS.protocolError, words));
  }
  const expiry =
    asked === undefined ? client.sessionExpiry : Math.min(asked, context.profile.maximumSessionExpiry);
  // [MQTT-3.14.4-3] a normal DISCONNECT discards the will [MQTT-3.1.2-10]; any other reason publishes it
  const publishWill = packet.code !== REASONS.success.code;
  const reason = reasonOf(packet.code, "The client disconnected.");
  return closed([{ type: "end", publishWill, expiry, reason }], 1000);
}
