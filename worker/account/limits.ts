/** The limits of an account: the service's, with its own on top. */

import type { ProfileName } from "../../broker/contract/grants.ts";
import type { BrokerLimits } from "../../broker/contract/limits.ts";
import { ACCOUNT_LIMITS, eachLimit } from "../contract/account-limit-names.ts";
import type { AccountLimits } from "../contract/account-limits.ts";
import type { ApiLimits } from "../contract/api-limits.ts";
import { ownLimits, ownVariables } from "../db/own-limits.ts";
import { type Env, settings } from "../env.ts";

type Row = Parameters<typeof ownLimits>[0];

export function limitsOf(env: Env, row: Row | null): ApiLimits & BrokerLimits {
  const { limits, broker } = settings(env);
  return { ...limits, ...broker, ...(row && ownVariables(row)) };
}

/** By the names that operators use. */
export function shownLimits(env: Env, row: Row): AccountLimits {
  const [own, inForce] = [ownLimits(row), limitsOf(env, row)];
  return {
    own: eachLimit((name) => own[name] ?? null),
    in_force: eachLimit((name) => inForce[ACCOUNT_LIMITS[name]]),
  };
}

/** What the account's profile offers: `classic` restricts it. */
export function offered(
  { MQTT_MAX_QOS: qos, MQTT_RETAIN: retain }: BrokerLimits,
  profile: ProfileName = "full",
) {
  const isFull = profile === "full";
  return { max_qos: isFull ? qos : Math.min(qos, 1), retain: isFull && retain };
}
