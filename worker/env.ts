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
      /** Where the web app is, for links in letters; empty: where the API is. */
      APP_URL?: string;
      SUPPORT_EMAIL: string;
      MAIL_FROM: string;
      /** Origins of a web app elsewhere, separated by commas. */
      ALLOWED_ORIGINS?: string;
      SEAL_KEYS?: string;
      LOOKUP_KEY?: string;
      THROTTLE?: string;
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
}

const known = new WeakMap<object, Settings>();

/** Read once an environment. Throws a sentence that names a bad variable. */
export function settings(env: Env): Settings {
  const before = known.get(env);
  if (before !== undefined) return before;
  const variables = env as unknown as Record<string, unknown>;
  const checked: Settings = {
    development: env.ENVIRONMENT === "development",
    limits: apiLimits(variables),
    broker: brokerLimits(variables),
    allowedOrigins: new Set(
      (env.ALLOWED_ORIGINS ?? "")
        .split(",")
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ""),
    ),
  };
  known.set(env, checked);
  return checked;
}

/** Where the web app is: links in letters start with it. Never taken from a header when it is configured. */
export const appUrl = (env: Env, url: URL): string => (env.APP_URL || url.origin).replace(/\/+$/, "");
