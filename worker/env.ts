/** The environment as the runtime hands it over, and its checked reading. */

import { type BrokerLimits, brokerLimits } from "../broker/contract/limits.ts";
import type { AccountCalls } from "../broker/rpc.ts";
import { type ApiLimits, apiLimits } from "./contract/limits.ts";
import { type Hosts, hostsOf, listed } from "./hosts.ts";
import { type KeyEntry, parseKeys } from "./keys/keys.ts";
import { logMisconfigured } from "./log.ts";
import type { MeterTable } from "./observability/meter-table.ts";
import type { ThrottleLog } from "./throttle/throttle-log.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database;
      BROKER: DurableObjectNamespace<AccountCalls<Cloudflare.Env>>;
      THROTTLE_LOG: DurableObjectNamespace<ThrottleLog>;
      ASSETS: Fetcher;
      MAIL: SendEmail;
      SHIELD?: RateLimit;
      /** Where what is counted goes; left out: nowhere. */
      METRICS?: AnalyticsEngineDataset;
      /** The same on a desk. */
      METER_TABLE?: DurableObjectNamespace<MeterTable>;
      /** To read it again: the account's id, and a token that may read its analytics. */
      METRICS_ACCOUNT?: string;
      METRICS_TOKEN?: string;
      /** `development` or `production`; what does not say counts as production. */
      ENVIRONMENT?: string;
      /** Where people open the web app. Links in letters begin with it; empty: no letter is sent. */
      APP_URL?: string;
      /** Where the API and the broker are; empty: where the web app is. */
      API_URL?: string;
      /** On a desk: where a phone in the same network opens the web app, which knows the desk by `localhost`. */
      LAN_URL?: string;
      /** On a desk: what the address of `/dev/mail` must hold. */
      DEV_MAIL_KEY?: string;
      /** Further hosts to answer for, separated by commas. */
      HOSTS?: string;
      SUPPORT_EMAIL: string;
      MAIL_FROM: string;
      /** Origins of a web app elsewhere, separated by commas. */
      ALLOWED_ORIGINS?: string;
      /** Lists of keys, in the form that `secrets/keys.ts` describes. */
      SEAL_KEYS?: string;
      LOOKUP_KEY?: string;
      /** A bridge that signs with one of these keys is believed about the addresses of its clients. */
      BRIDGE_KEYS?: string;
      OPERATOR_KEYS?: string;
      THROTTLE?: string;
      /** `all` (a line a request), or `failures` where a server in front says the rest. */
      LOG_REQUESTS?: string;
      /** Where plain TCP reaches the broker; no port: not at all. */
      MQTT_TCP_HOST?: string;
      MQTT_TCP_PORT?: string;
      /** The same over TLS, where something in front speaks it. */
      MQTT_TLS_PORT?: string;
    }
  }
}
export type Env = Cloudflare.Env;

export interface Settings {
  development: boolean;
  limits: ApiLimits;
  broker: BrokerLimits;
  allowedOrigins: ReadonlySet<string>;
  hosts: Hosts;
  bridgeKeys: readonly Uint8Array[];
  operatorKeys: readonly KeyEntry[];
  requestLog: "all" | "failures";
  /** What does not work because a variable is missing, in sentences. */
  problems: readonly string[];
}

/** A variable that cannot be what it says: its message names it. */
export class Misconfigured extends Error {
  override name = "Misconfigured";
}

const known = new WeakMap<object, Settings>();

/** Read once an environment, which is when its problems are logged. Throws a sentence that names a bad variable. */
export function settings(env: Env): Settings {
  const before = known.get(env);
  if (before !== undefined) return before;
  const checked = check(env);
  known.set(env, checked);
  for (const problem of checked.problems) logMisconfigured(problem);
  return checked;
}

function check(env: Env): Settings {
  try {
    return read(env);
  } catch (error) {
    throw new Misconfigured(error instanceof Error ? error.message : String(error));
  }
}

function read(env: Env): Settings {
  const variables = env as unknown as Record<string, unknown>;
  const development = env.ENVIRONMENT === "development";
  const allowedOrigins = new Set(listed(env.ALLOWED_ORIGINS ?? ""));
  const addresses = [appUrl(env), apiUrl(env)].filter((address) => address !== null);
  const hosts = hostsOf({ addresses, hosts: env.HOSTS ?? "", allowedOrigins, local: development });
  return {
    development,
    limits: apiLimits(variables),
    broker: brokerLimits(variables),
    requestLog: env.LOG_REQUESTS === "failures" ? "failures" : "all",
    allowedOrigins,
    hosts,
    bridgeKeys: parseKeys("BRIDGE_KEYS", env.BRIDGE_KEYS).map(({ bytes }) => bytes),
    operatorKeys: parseKeys("OPERATOR_KEYS", env.OPERATOR_KEYS),
    problems: [
      ...(appUrl(env) === null ? ["APP_URL is not set, so no letters are sent."] : []),
      ...(hosts.names.size === 0 && !development
        ? ["Neither APP_URL nor HOSTS names a host, so only /v0/health/ is answered."]
        : []),
    ],
  };
}

/** Where people open the web app, without a slash at its end. Null where nobody said so: a request is never asked. */
export const appUrl = (env: { APP_URL?: string | undefined }): string | null =>
  env.APP_URL?.replace(/\/+$/, "") || null;

/** Where the API and the broker are, by the same rule. */
export const apiUrl = (env: { APP_URL?: string | undefined; API_URL?: string | undefined }): string | null =>
  env.API_URL?.replace(/\/+$/, "") || appUrl(env);
