/** CONNECT: the checks before authentication, and CONNACK with the new session after it. */

import { claimOf, nonEmpty, usernameOf } from "../contract/client.ts";
import type { BrokerLimits } from "../contract/limits.ts";
import { decodeUtf8, utf8Length } from "../contract/utf8.ts";
import { adviceFor, limitNamedIn } from "./advice.ts";
import type { ClientIdentity, Context, Effect, StepRefusal, StepResult } from "./effect.ts";
import { closed, closedFor } from "./end.ts";
import { messageFault } from "./message-fault.ts";
import type { ConnackPacket, ConnackProperties, ConnectPacket, ProtocolVersion, Will } from "./packet.ts";
import {
  beyondProfile,
  capabilities,
  lowerQoS,
  type Profile,
  profileRemedy,
  SERVER_KEEP_ALIVE,
  withoutDefaults,
} from "./profile.ts";
import { because, limitReason, passesByItself, REASONS, type Reason } from "./reason.ts";
import type { Authenticating, Closed, Connected, ConnectedClient } from "./session.ts";
import { willInAccount } from "./view.ts";

// The will of a CONNECT: its faults, and the message that it becomes.

/** Why CONNECT is rejected for its will. 3.1.1 has no such answer: there the will is lowered to the profile. */
function willFault(will: Will, version: ProtocolVersion, context: Context, root?: string): Reason | null {
  const unfit = messageFault(will, context.limits, root);
  if (unfit !== null) return unfit;
  // [MQTT-3.2.2-12] a will above the maximum QoS, [MQTT-3.2.2-13] a retained will without retained messages
  return version !== 5 ? null : beyondProfile(will, context.profile);
}

const settledWill = (will: Will, profile: Profile): Will => ({
  ...will,
  qos: lowerQoS(will.qos, profile.maximumQoS),
  retain: will.retain && profile.retain,
});

/** Most bytes of a CONNACK that rejects, beside its reason string; and without any. */
const REJECTION_BYTES = 12;
const BARE_REJECTION_BYTES = 5;

/**
 * [MQTT-3.2.2-6] a CONNACK that rejects has no session, and the connection ends [MQTT-3.2.2-7]. [MQTT-3.2.2-19] The
 * reason string is omitted when it exceeds the client's maximum packet size, and the CONNACK when it does without it
 * [MQTT-3.1.2-24].
 */
export function reject(
  version: ProtocolVersion,
  reason: Reason,
  maximumPacketSize = Infinity,
): StepResult<Closed> & { refused: StepRefusal } {
  const refused: StepRefusal = { kind: "connect", topic: null, words: reason.words, ...adviceFor(reason) };
  const isUnsaid = version !== 5 ? reason.connack === null : maximumPacketSize < BARE_REJECTION_BYTES;
  // MQTT.js never connects again after a CONNACK with an error: a refusal that passes has none
  if (isUnsaid || passesByItself(reason)) return { ...closedFor(reason), refused };
  const fits = utf8Length(reason.words) + REJECTION_BYTES <= maximumPacketSize;
  const packet: ConnackPacket =
    version === 5
      ? {
          type: "connack",
          sessionPresent: false,
          code: reason.code,
          properties: fits ? { reasonString: reason.words } : {},
        }
      : { type: "connack", sessionPresent: false, code: reason.connack ?? 3 };
  return { ...closed([{ type: "send", packet }], reason.close), refused };
}

/** MQTT 3.1, §3.1 also allows at most 23 characters. Mosquitto accepts longer ones, and an API key is longer. */
const CLIENT_ID_31 = because(
  REASONS.clientIdNotValid,
  "In MQTT 3.1 a client identifier has at least one character: choose one, or MQTT 3.1.1.",
);

function fault(connect: ConnectPacket, context: Context): Reason | null {
  const { clientId, version, properties } = connect;
  const { MQTT_MAX_CLIENT_ID_BYTES: maxBytes } = context.limits;
  // [MQTT-4.12.0-1] enhanced authentication is not offered
  if (properties.authenticationMethod !== undefined) return REASONS.badAuthenticationMethod;
  if (properties.authenticationData !== undefined) {
    return { ...because(REASONS.protocolError, "Authentication data needs a method."), connack: null };
  }
  if (version === 3 && clientId === "") return CLIENT_ID_31;
  // [MQTT-3.1.3-8] in 3.1.1 an empty client identifier requires a clean session
  if (clientId === "" && version !== 5 && !connect.clean) {
    return because(REASONS.clientIdNotValid, "A persistent session needs a client identifier.");
  }
  if (maxBytes > 0 && utf8Length(clientId) > maxBytes) {
    return limitReason("MQTT_MAX_CLIENT_ID_BYTES", maxBytes);
  }
  return null;
}

function rejectWill(connect: ConnectPacket, reason: Reason, profile: Profile): StepResult<Closed> {
  const { version, will, properties } = connect;
  const rejection = reject(version, reason, properties.maximumPacketSize);
  const limit = limitNamedIn(reason.words);
  const refused: StepRefusal = {
    ...rejection.refused,
    topic: will?.topic ?? null,
    ...(limit !== null && { remedy: { kind: "limit", limit } }),
    ...profileRemedy(profile, reason),
  };
  return { ...rejection, refused };
}

export function connect(packet: ConnectPacket, context: Context): StepResult<Authenticating | Closed> {
  const reason = fault(packet, context);
  const { maximumPacketSize } = packet.properties;
  if (reason !== null) return reject(packet.version, reason, maximumPacketSize);
  const will = packet.will === null ? null : willFault(packet.will, packet.version, context);
  if (will !== null) return rejectWill(packet, will, context.profile);
  const assigned = packet.clientId === "";
  // [MQTT-3.1.3-6] a client without an identifier is assigned one
  const loginPacket = assigned ? { ...packet, clientId: context.freshClientId() } : packet;
  const { username, clientId, clean } = loginPacket;
  const password = loginPacket.password === null ? null : decodeUtf8(loginPacket.password);
  const unreadable = loginPacket.password !== null && password === null;
  const claim = unreadable ? null : claimOf({ clientId: packet.clientId, username, password });
  if (claim === null) {
    const anonymous = usernameOf(loginPacket) === null && nonEmpty(password) === null && !unreadable;
    const why = anonymous ? REASONS.notAuthorized : REASONS.badUserNameOrPassword;
    return reject(packet.version, why, maximumPacketSize);
  }
  const session: Authenticating = { state: "authenticating", connect: loginPacket, assigned };
  return { session, effects: [{ type: "authenticate", claim, clientId, clean }] };
}

function sessionExpiry(connect: ConnectPacket, maximum: number): number {
  if (connect.version !== 5) return connect.clean ? 0 : maximum;
  return Math.min(connect.properties.sessionExpiryInterval ?? 0, maximum);
}

/** More would not fit into a socket's attachment. */
const MAX_INFLIGHT = 100;
/** Unacknowledged messages to one client, 1 to 100. */
export const maxInflight = ({ MQTT_MAX_INFLIGHT: most }: BrokerLimits): number =>
  Math.min(most || MAX_INFLIGHT, MAX_INFLIGHT);

function clientOf(session: Authenticating, identity: ClientIdentity, context: Context): ConnectedClient {
  const { connect } = session;
  const { properties, version } = connect;
  const { sessionId, principal, kind, id, shownClientId, root, until } = identity;
  return {
    version,
    sessionId,
    principal,
    kind,
    id,
    shownClientId,
    since: context.now,
    // [MQTT-3.1.2-21] [MQTT-3.2.2-21] the client must use the server's keep alive
    keepAlive: version === 5 ? Math.min(connect.keepAlive, SERVER_KEEP_ALIVE) : connect.keepAlive,
    receiveMaximum: Math.min(properties.receiveMaximum ?? 65_535, maxInflight(context.limits)),
    maximumPacketSize: properties.maximumPacketSize ?? 0,
    topicAliasMaximum: Math.min(properties.topicAliasMaximum ?? 0, context.profile.topicAliasMaximum || 16),
    problemInformation: properties.requestProblemInformation !== 0,
    sessionExpiry: sessionExpiry(connect, context.profile.maximumSessionExpiry),
    ...(root !== undefined && { root }),
    ...(connect.bridge && { bridge: true }),
    ...(until !== undefined && { until }),
    profile: context.profile.name,
  };
}

const NO_ROOM = because(
  REASONS.packetTooLarge,
  "The client's Maximum Packet Size is too small for the CONNACK.",
);

/** Returns null when the client cannot receive it. Properties with default values are omitted first. */
function connack(
  session: Authenticating,
  client: ConnectedClient,
  present: boolean,
  context: Context,
): ConnackPacket | null {
  if (client.version !== 5) return { type: "connack", sessionPresent: present, code: 0 };
  const properties = connackProperties(session, client, context);
  for (const said of [properties, withoutDefaults(properties)]) {
    const packet: ConnackPacket = { type: "connack", sessionPresent: present, code: 0, properties: said };
    const { maximumPacketSize } = client;
    if (maximumPacketSize === 0 || context.sizeOf(packet) <= maximumPacketSize) return packet;
  }
  return null;
}

function connackProperties(
  session: Authenticating,
  client: ConnectedClient,
  context: Context,
): ConnackProperties {
  const { connect } = session;
  const lowered = (connect.properties.sessionExpiryInterval ?? 0) !== client.sessionExpiry;
  return {
    ...capabilities(context.profile),
    ...(lowered && { sessionExpiryInterval: client.sessionExpiry }),
    ...(session.assigned && { assignedClientIdentifier: connect.clientId }),
    ...(connect.keepAlive !== client.keepAlive && { serverKeepAlive: client.keepAlive }),
  };
}

/** The client's maximum packet size is smaller than CONNACK: close without an answer [MQTT-3.1.2-24]. */
const unanswerable = (): StepResult<Closed> => ({
  ...closed([], NO_ROOM.close),
  refused: { kind: "connect", topic: null, words: NO_ROOM.words, ...adviceFor(NO_ROOM) },
});

/** Authenticated: CONNACK is the first packet [MQTT-3.2.0-1], queued messages follow [MQTT-4.4.0-1]. */
export function accept(
  session: Authenticating,
  identity: ClientIdentity,
  context: Context,
): StepResult<Connected | Closed> {
  const { connect } = session;
  const wanted = connect.will && willInAccount(identity.root ?? "", connect.will);
  // the account's profile and prefix may have been unknown before
  const wrong = wanted && willFault(wanted, connect.version, context, identity.root);
  if (wrong) return rejectWill(connect, wrong, context.profile);
  const refused = wanted && refusedWill(wanted, context);
  if (refused && identity.root === undefined) {
    const reason = because(REASONS.notAuthorized, refused.words ?? "");
    const rejection = reject(connect.version, reason, connect.properties.maximumPacketSize);
    return { ...rejection, refused };
  }
  // firmware takes a refusal for a wrong password and restarts: connect it without its will
  const will = refused ? null : wanted;
  const client = clientOf(session, identity, context);
  // [MQTT-3.1.2-4] [MQTT-3.1.2-5] [MQTT-3.2.2-2] [MQTT-3.2.2-3] resume a stored session unless Clean Start is set
  const stored = connect.clean ? null : identity.stored;
  const answer = connack(session, client, stored !== null, context);
  if (answer === null) return unanswerable();
  const next: Connected = {
    state: "connected",
    client,
    inboundAliases: new Map(),
    outboundAliases: new Map(),
    resumed: stored !== null,
    received: new Set(stored?.received),
    earlier: new Set(stored?.received),
    inflight: [],
    nextPacketId: stored?.nextPacketId ?? 1,
    backlog: stored?.backlog ?? false,
  };
  const effects: Effect[] = [
    { type: "begin", client, will: will === null ? null : settledWill(will, context.profile) },
    { type: "send", packet: answer },
  ];
  if (next.backlog) effects.push({ type: "refill", room: client.receiveMaximum });
  return { session: next, effects, ...(refused && { refused }) };
}

/** Returns null when the will may be published. */
function refusedWill({ topic }: Will, context: Context): StepRefusal | null {
  if (context.rights().mayPublish(topic)) return null;
  return { kind: "connect", topic, words: `The will: ${context.explain("publish", topic)}` };
}
