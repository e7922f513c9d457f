/** What the owner of a refused or disconnected client can do, where no `Remedy` says it. */

import type { StepRefusal } from "./effect.ts";
import { REASONS, type Reason } from "./reason.ts";

/** Texts about a limit name it. */
export const limitNamedIn = (words: string): string | null =>
  /\b(?:MQTT|MAX)_[A-Z_]+\b/.exec(words)?.[0] ?? null;

const PASSES = "Nothing is to be done: it connects again by itself.";

const ADVICE: Partial<Record<number, string>> = {
  [REASONS.malformed.code]:
    "Its MQTT library sent bytes that are no valid packet. Update the library, or look for a second program on its connection.",
  [REASONS.protocolError.code]:
    "Its MQTT library breaks the standard here. Update it, or report it to its makers.",
  [REASONS.unsupportedVersion.code]: "Choose MQTT 3.1.1 or 5 in the client.",
  [REASONS.clientIdNotValid.code]:
    "Set a client id in the client, different from those of its other programs.",
  [REASONS.badUserNameOrPassword.code]: "Enter the user name and the password of a credential in the client.",
  [REASONS.banned.code]: "Ask the operator of this service; the page says why the account is suspended.",
  [REASONS.topicFilterInvalid.code]:
    "Correct the filter: # only as the last level, + only as a whole level, and a shared one as $share/name/filter.",
  [REASONS.topicNameInvalid.code]:
    "Publish to a topic without + and #: some programs turn characters of a name into them.",
  [REASONS.packetIdentifierNotFound.code]:
    "It acknowledged a message that it did not receive. Update its MQTT library.",
  [REASONS.receiveMaximumExceeded.code]:
    "It sends more QoS 2 messages at once than CONNACK allows. Update its MQTT library, or publish at QoS 1.",
  [REASONS.topicAliasInvalid.code]:
    "It uses a topic alias that CONNACK does not allow. Update its MQTT library, or switch topic aliases off.",
  [REASONS.packetTooLarge.code]: "Let the client announce a larger Maximum Packet Size, or none.",
  [REASONS.quotaExceeded.code]: "Send less at once: fewer and shorter properties, and whole packets.",
  [REASONS.messageRateTooHigh.code]: "Let the client send less often.",
  [REASONS.payloadFormatInvalid.code]: "Send UTF-8, or leave out the payload format indicator.",
  [REASONS.notAuthorized.code]:
    "Give it a login that is valid now: the present password of its credential, a new link or a new token.",
  [REASONS.unspecified.code]: PASSES,
  [REASONS.implementationError.code]: PASSES,
  [REASONS.serverUnavailable.code]: PASSES,
  [REASONS.serverBusy.code]: PASSES,
  [REASONS.heldBack.code]:
    "Enter the present password in each program at its address; then it connects again by itself.",
  [REASONS.qosNotSupported.code]: "Publish at a lower QoS.",
  [REASONS.retainNotSupported.code]: "Publish without the retain flag.",
  [REASONS.badAuthenticationMethod.code]: "Switch off enhanced authentication in the client.",
};

/** Empty for a limit, whose row in the table of limits has the advice. */
export function adviceFor({ code, words }: Reason): Pick<StepRefusal, "advice"> {
  const advice = limitNamedIn(words) === null ? ADVICE[code] : undefined;
  return advice === undefined ? {} : { advice };
}
