/** Every reason of the broker: its MQTT 5 number, its 3.1.1 return code, its words. */

import type { LimitWith, MqttAnswer } from "../contract/limit-row.ts";
import { BROKER_LIMITS } from "../contract/limits.ts";
import { utf8Length } from "../contract/utf8.ts";

export interface Reason {
  code: number;
  /** Return code of a 3.1.1 CONNACK; null where 3.1.1 has none and the connection closes without an answer. */
  connack: number | null;
  /** WebSocket close code for this reason. */
  close: number;
  words: string;
}

const reason = (code: number, connack: number | null, close: number, words: string): Reason => ({
  code,
  connack,
  close,
  words,
});

/** WebSocket close code 1013, "try again later" (IANA): the connection ends for a reason that passes by itself. */
const TRY_AGAIN_LATER = 1013;

/** A reason that passes by itself. Its CONNECT has no CONNACK: see `connect-refusals.ts`. */
const passing = (code: number, words: string): Reason => reason(code, null, TRY_AGAIN_LATER, words);

export const SUSPENDED = "The account is suspended; its owner can read why on the page.";

/**
 * WebSocket close codes: 1000 normal, 1002 protocol error, 1008 not allowed, 1009 too large, 1011 internal error, 1013
 * try again later.
 */
export const REASONS = {
  success: reason(0x00, 0, 1000, "Done."),
  disconnectWithWill: reason(0x04, null, 1000, "Disconnected, and the will is published."),
  noSubscriptionExisted: reason(0x11, null, 1000, "There was no such subscription."),
  unspecified: reason(0x80, 3, 1011, "Something went wrong."),
  malformed: reason(0x81, null, 1002, "The packet is malformed."),
  protocolError: reason(0x82, null, 1002, "The packet is not allowed here."),
  implementationError: reason(0x83, 3, 1011, "The broker failed on this packet; connect again."),
  unsupportedVersion: reason(0x84, 1, 1002, "Only MQTT 3.1, 3.1.1 and 5 are supported."),
  clientIdNotValid: reason(0x85, 2, 1008, "The client identifier is not accepted."),
  badUserNameOrPassword: reason(0x86, 4, 1008, "The user name, password or API key is wrong."),
  notAuthorized: reason(0x87, 5, 1008, "Not allowed with these credentials."),
  accountUnreachable: passing(0x88, "The account cannot be reached at the moment. Try again."),
  loginUnfinished: passing(0x88, "The login could not be finished; connect again soon."),
  serverUnavailable: passing(0x88, "The account cannot be looked up now; try again soon."),
  serverBusy: passing(0x89, "The account's rights cannot be read now; connect again soon."),
  banned: reason(0x8a, 5, 1008, SUSPENDED),
  badAuthenticationMethod: reason(
    0x8c,
    5,
    1008,
    "Enhanced authentication is not offered; use user name and password.",
  ),
  keepAliveTimeout: reason(0x8d, null, 1000, "No packet arrived for one and a half times the keep alive."),
  sessionTakenOver: reason(0x8e, null, 1000, "The same client identifier connected again."),
  topicFilterInvalid: reason(0x8f, null, 1002, "The topic filter is not valid."),
  topicNameInvalid: reason(0x90, null, 1002, "The topic is not accepted."),
  packetIdentifierNotFound: reason(0x92, null, 1002, "There is no message with this packet identifier."),
  receiveMaximumExceeded: reason(
    0x93,
    null,
    1002,
    "More messages are unacknowledged than the receive maximum allows.",
  ),
  topicAliasInvalid: reason(0x94, null, 1002, "The topic alias is zero or above the topic alias maximum."),
  packetTooLarge: reason(0x95, null, 1009, "The packet is larger than the maximum packet size."),
  messageRateTooHigh: reason(
    0x96,
    null,
    1008,
    "Messages come faster than the account's publish rate; slow down.",
  ),
  accountFull: passing(0x97, "The account has no room for another connection."),
  earlyData: passing(0x97, "Too much data came before CONNECT was answered; connect again."),
  quotaExceeded: reason(0x97, null, 1008, "A limit is reached."),
  linkExpired: reason(0x87, 5, 1008, "The link to this device has expired."),
  passwordExpired: reason(0x87, 5, 1008, "The password was rotated, and the old one has expired."),
  administrativeAction: reason(0x98, null, 1008, "Disconnected by the account's owner."),
  payloadFormatInvalid: reason(
    0x99,
    null,
    1002,
    "The payload is not UTF-8, although its format indicator is 1.",
  ),
  retainNotSupported: reason(0x9a, null, 1002, "Retained messages are not offered here."),
  qosNotSupported: reason(0x9b, null, 1002, "This quality of service is not offered here."),
  heldBack: passing(0x9f, "It must wait before it may connect."),
  connectionRateExceeded: passing(0x9f, "This client identifier connects too often; wait a minute."),
} as const satisfies Record<string, Reason>;

const OURS: ReadonlySet<number> = new Set(
  [REASONS.unspecified, REASONS.implementationError, REASONS.serverUnavailable, REASONS.serverBusy].map(
    (each) => each.code,
  ),
);
/** Reasons that are not the client's fault. */
export const isOurs = ({ code }: Reason): boolean => OURS.has(code);

/** Whether it is over after a time, without anybody's help. */
export const passesByItself = ({ close }: Reason): boolean => close === TRY_AGAIN_LATER;

/** Most bytes of the reason in a close frame (RFC 6455, section 5.5.1). */
const MAX_CLOSE_BYTES = 123;

/** The sentence of a close frame: cut at a word, because a longer one cannot be sent. */
export function closeWords(words: string): string {
  if (utf8Length(words) <= MAX_CLOSE_BYTES) return words;
  let cut = words;
  while (utf8Length(cut) > MAX_CLOSE_BYTES - utf8Length("…")) cut = cut.slice(0, cut.lastIndexOf(" "));
  return `${cut}…`;
}

export const because = (base: Reason, words: string): Reason => ({ ...base, words });

const BY_CODE = new Map<number, Reason>(Object.values(REASONS).map((each) => [each.code, each]));

/** Returns the reason with this number and these words. An unknown number is kept. */
export function reasonOf(code: number, words: string): Reason {
  return { ...(BY_CODE.get(code) ?? REASONS.unspecified), code, words };
}

// The reason of a limit that a client reached: its code from `reason.ts`, its sentence from the limit's row.

type Rows = typeof BROKER_LIMITS;
type LimitWithReason = LimitWith<"mqtt", Rows>;
/** Fails to compile when a row names a reason that `REASONS` does not have. */
type ReasonName = Rows[LimitWithReason]["mqtt"]["reason"] & keyof typeof REASONS;

/** `most`: the value in force. `actual`: how much there was. Sentences without these numbers need neither. */
export function limitReason(name: LimitWithReason, most = 0, actual = 0): Reason {
  const { reason, words }: MqttAnswer & { reason: ReasonName } = BROKER_LIMITS[name].mqtt;
  return { ...REASONS[reason], words: words(most, actual) };
}
