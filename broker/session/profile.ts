/** What a CONNACK announces: the capabilities of a profile. Limits that it does not announce are `Context.limits`. */

import type { Remedy } from "../contract/account.ts";
import type { ProfileName } from "../contract/grants.ts";
import type { BrokerLimitName, BrokerLimits } from "../contract/limits.ts";
import type { ConnackProperties, QoS } from "./packet.ts";
import { because, REASONS, type Reason } from "./reason.ts";

/** Seconds. A v5 client that asks for a longer keep alive gets this one, so that a lost device is noticed soon. */
export const SERVER_KEEP_ALIVE = 60;

/** Session Expiry Interval that never ends a session [MQTT-3.1.2.11.2]. */
export const NEVER = 0xffff_ffff;

/** Upper bound for the variable: more would not fit into the 16 KiB of a socket's attachment. */
export const MAX_RECEIVED = 500;
/** More do not fit either: they would be rows, and each new alias would write all of them. */
const MAX_ALIASES = 1000;

/** Read from the limits once, and named by a connected client: a change holds for later connections. */
export interface Profile {
  name: ProfileName;
  maximumQoS: QoS;
  retain: boolean;
  /** Bytes; 0 is no limit. */
  maximumPacketSize: number;
  /** Unsettled messages from one client, 1 to 500. 3.1.1 has no such property, and MAX_RECEIVED holds for it. */
  receiveMaximum: number;
  /** Aliases in each direction, up to 1,000. */
  topicAliasMaximum: number;
  /** Seconds; NEVER is no limit. */
  maximumSessionExpiry: number;
}

/** `full` is what the service offers at most; `classic` restricts it. */
export function profileOf(limits: BrokerLimits, name: ProfileName = "full"): Profile {
  const full = fullProfile(limits);
  return name === "full" ? full : { ...full, name, maximumQoS: lowerQoS(full.maximumQoS, 1), retain: false };
}

function fullProfile(limits: BrokerLimits): Profile {
  return {
    name: "full",
    maximumQoS: limits.MQTT_MAX_QOS as QoS,
    retain: limits.MQTT_RETAIN,
    maximumPacketSize: limits.MQTT_MAX_PACKET_SIZE,
    receiveMaximum: Math.min(limits.MQTT_RECEIVE_MAXIMUM || MAX_RECEIVED, MAX_RECEIVED),
    topicAliasMaximum: Math.min(limits.MQTT_TOPIC_ALIAS_MAXIMUM, MAX_ALIASES),
    maximumSessionExpiry: Math.min(limits.MQTT_MAX_SESSION_EXPIRY || NEVER, NEVER),
  };
}

/** The properties of every v5 CONNACK [MQTT-3.2.2-9] [MQTT-3.2.2-14] [MQTT-3.2.2-15]. */
export function capabilities(profile: Profile): ConnackProperties {
  return {
    ...(profile.maximumQoS < 2 && { maximumQoS: profile.maximumQoS as 0 | 1 }),
    receiveMaximum: profile.receiveMaximum,
    retainAvailable: profile.retain ? 1 : 0,
    ...(profile.maximumPacketSize > 0 && { maximumPacketSize: profile.maximumPacketSize }),
    topicAliasMaximum: profile.topicAliasMaximum,
    wildcardSubscriptionAvailable: 1,
    subscriptionIdentifiersAvailable: 1,
    sharedSubscriptionAvailable: 1,
  };
}

/** Values that a CONNACK means by omitting the property. */
const DEFAULTS: ConnackProperties = {
  receiveMaximum: 65_535,
  retainAvailable: 1,
  topicAliasMaximum: 0,
  wildcardSubscriptionAvailable: 1,
  subscriptionIdentifiersAvailable: 1,
  sharedSubscriptionAvailable: 1,
};

export const withoutDefaults = (properties: ConnackProperties): ConnackProperties =>
  Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => DEFAULTS[name as keyof ConnackProperties] !== value),
  );

export const lowerQoS = (a: QoS, b: QoS): QoS => (a < b ? a : b);

/** Why a message or will exceeds the profile; null when it does not [MQTT-3.2.2-11] [MQTT-3.2.2-14]. */
export function beyondProfile(
  { qos, retain }: { qos: QoS; retain: boolean },
  profile: Profile,
): Reason | null {
  if (qos > profile.maximumQoS) {
    const words = `QoS ${qos} is not offered${where(profile, "MQTT_MAX_QOS")}: publish at QoS ${profile.maximumQoS}`;
    return because(REASONS.qosNotSupported, words + orChange(profile));
  }
  if (!retain || profile.retain) return null;
  const words = `Retained messages are not offered${where(profile, "MQTT_RETAIN")}: publish without the retain flag`;
  return because(REASONS.retainNotSupported, words + orChange(profile));
}

const where = ({ name }: Profile, limit: BrokerLimitName): string =>
  name === "classic" ? " in the classic profile" : ` here (${limit})`;
const orChange = ({ name }: Profile): string =>
  name === "classic" ? ", or change the account's profile to full." : ".";

const OF_PROFILE: ReadonlySet<number> = new Set([
  REASONS.qosNotSupported.code,
  REASONS.retainNotSupported.code,
]);

/** The remedy for a reason that comes from the profile; null for any other. */
export const profileRemedy = ({ name }: Profile, { code }: Reason): { remedy: Remedy } | null =>
  name === "classic" && OF_PROFILE.has(code) ? { remedy: { kind: "profile" } } : null;
