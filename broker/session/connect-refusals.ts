/**
 * Every way in which a CONNECT is refused, and whether it passes by itself.
 *
 * A refusal that passes has no CONNACK: the connection ends, over TCP by FIN, over WebSocket with close code 1013 and the
 * sentence. MQTT.js 5 and software that is built on it never connect again after a CONNACK with an error, while every
 * client library retries after a lost connection. A refusal that a person must end has its CONNACK. The owner's log has
 * the reason of both.
 */

import { limitReason, REASONS, type Reason } from "./reason.ts";

interface ConnectRefusal {
  /** `passes`: in its sentence and its close code. Otherwise somebody must change something. */
  passes: boolean;
  reason: Reason;
}

const passes = (reason: Reason): ConnectRefusal => ({ passes: true, reason });
const stays = (reason: Reason): ConnectRefusal => ({ passes: false, reason });

export const CONNECT_REFUSALS = {
  /** The account's object does not answer, restarts, or the search for the account needs the database. */
  accountUnreachable: passes(REASONS.accountUnreachable),
  /** The copy of the rights does not have the login, and the database does not answer. */
  rightsNotRead: passes(REASONS.serverUnavailable),
  /** The rights may be old and cannot be read, or the object lost its memory during the login. */
  rightsHeld: passes(REASONS.serverBusy),
  /** The rights changed meanwhile, or a write failed. */
  loginUnfinished: passes(REASONS.loginUnfinished),
  /** Failed logins of its name or address, until its turn. */
  loginHeldBack: passes(REASONS.heldBack),
  /** An entry of the block list: each ends after at most 15 minutes. */
  blocked: passes(REASONS.heldBack),
  /** `MQTT_CONNECT_RATE`. */
  connectRate: passes(limitReason("MQTT_CONNECT_RATE")),
  /** `MQTT_MAX_CONNECTIONS`. */
  accountFull: passes(limitReason("MQTT_MAX_CONNECTIONS", 1)),
  /** More than waits for a slow answer: none waits where the login is checked at once. */
  earlyData: passes(REASONS.earlyData),

  /** Until an operator ends it. */
  suspended: stays(REASONS.banned),
  wrongLogin: stays(REASONS.badUserNameOrPassword),
  noLogin: stays(REASONS.notAuthorized),
  willNotAllowed: stays(REASONS.notAuthorized),
  willTooLarge: stays(limitReason("MQTT_MAX_TOPIC_BYTES", 1)),
  willQos: stays(REASONS.qosNotSupported),
  willRetained: stays(REASONS.retainNotSupported),
  clientId: stays(REASONS.clientIdNotValid),
  clientIdTooLong: stays(limitReason("MQTT_MAX_CLIENT_ID_BYTES", 1)),
  enhancedAuthentication: stays(REASONS.badAuthenticationMethod),
  version: stays(REASONS.unsupportedVersion),
  malformed: stays(REASONS.malformed),
  packetTooLarge: stays(limitReason("MQTT_MAX_PACKET_SIZE", 1, 2)),
  noRoomForConnack: stays(REASONS.packetTooLarge),
} as const satisfies Record<string, ConnectRefusal>;
