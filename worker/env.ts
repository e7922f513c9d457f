/** The environment as the runtime hands it over, and its checked reading. */

import type { AccountBroker } from "../broker/contract/account.ts";
import { type BrokerLimits, brokerLimits } from "../broker/contract/limits.ts";
import { type ApiLimits, apiLimits } from "./contract/limits.ts";
import type { ThrottleLog } from "./throttle/throttle-log.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database;
      BROKER: DurableObjectNamespace<AccountBroker & Rpc.DurableObjectBranded>;
      THROTTLE_LOG: DurableObjectNamespace<ThrottleLog>;
      ASSETS: Fetcher;
      MAIL: SendEmail;
      SHIELD?: RateLimit;
      /** `development` or `production`; what does not say counts as production. */
      ENVIRONMENT?: string;
      /** Where people open the web app. Links in letters begin with it; empty: no letter is sent. */
      APP_URL?: string;
      SUPPORT_EMAIL: string;
      MAIL_FROM: string;
      /** Origins of a web app elsewhere, separated by commas. */
      ALLOWED_ORIGINS?: string;
      SEAL_KEYS?: string;
      LOOKUP_KEY?: string;
      THROTTLE?: string;
      /** `all` (a line a request), or `failures` where a server in front says the rest. */
      LOG_REQUESTS?: string;
      /** Where plain TCP reaches the broker; no port: not at all. */
      MQTT_TCP_HOST?: string;
      MQTT_TCP_PORT?: string;
    }
  }
}
export type Env = Cloudflare.Env;

export interface Settings {
  development: boolean;
  limits: ApiLimits;
  broker: BrokerLimits;
  allowedOrigins: ReadonlySet<string>;
  requestLog: "all" | "failures";
}

/** A variable that cannot be what it says: its message names it. */
export class Misconfigured extends Error {
  override name = "Misconfigured";
}

const known = new WeakMap<object, Settings>();

/** Read once an environment. Throws a sentence that names a bad variable. */
export function settings(env: Env): Settings {
  const before = known.get(env);
  if (before !== undefined) return before;
  const checked = check(env);
  known.set(env, checked);
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
  return {
    development: env.ENVIRONMENT === "development",
    limits: apiLimits(variables),
    broker: brokerLimits(variables),
    requestLog: env.LOG_REQUESTS === "failures" ? "failures" : "all",
    allowedOrigins: new Set(
      (env.ALLOWED_ORIGINS ?? "")
        .split(",")
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ""),
    ),
  };
}

/** Where people open the web app, without a slash at its end. Null where nobody said so: a request is never asked. */
export const appUrl = (env: { APP_URL?: string | undefined }): string | null =>
  env.APP_URL?.replace(/\/+$/, "") || null;
