/** The environment from the runtime, and its checked form. */

import { type BrokerLimits, brokerLimits } from "../broker/contract/limits.ts";
import type { BrokerObject } from "../broker/object.ts";
import { securityContactUri } from "./contract/addresses.ts";
import { type ApiLimits, apiLimits } from "./contract/api-limits.ts";
import { answersFor, type Hosts, hostsOf, listed } from "./hosts.ts";
import { type KeyEntry, parseKeys } from "./keys/keys.ts";
import { logMisconfigured } from "./log.ts";
import type { MeterTable } from "./observability/meter-table.ts";
import type { ThrottleLog } from "./throttle/throttle-log.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database;
      BROKER: DurableObjectNamespace<BrokerObject<Cloudflare.Env>>;
      THROTTLE_LOG: DurableObjectNamespace<ThrottleLog>;
      ASSETS: Fetcher;
      MAIL: SendEmail;
      SHIELD?: RateLimit;
      /** Where counts are written; omitted: nowhere. */
      METRICS?: AnalyticsEngineDataset;
      /** The same on a local installation. */
      METER_TABLE?: DurableObjectNamespace<MeterTable>;
      /** For reading it: the account's id, and a token with access to analytics. */
      METRICS_ACCOUNT?: string;
      METRICS_TOKEN?: string;
      /** `development` or `production`; any other value counts as production. */
      ENVIRONMENT?: string;
      /** The web app's URL. Links in emails begin with it; empty: no email is sent. */
      APP_URL?: string;
      /** The URL of the API and the broker; empty: the web app's. */
      API_URL?: string;
      /** On a local installation: the URL for phones in the same network. */
      LAN_URL?: string;
      /** On a local installation: the key in the URL of `/dev/mail`. */
      DEV_MAIL_KEY?: string;
      /** `low` for tests of a local installation; a deployment ignores it. */
      PASSWORD_COST?: string;
      /** More host names to answer for, separated by commas. */
      HOSTS?: string;
      /** The operator's own pages; without one, a file or a default text (`legal/page.ts`). */
      PRIVACY_URL?: string;
      TERMS_URL?: string;
      SUPPORT_EMAIL: string;
      /** For `security.txt`: an e-mail address or an https URL; empty: SUPPORT_EMAIL. */
      SECURITY_CONTACT?: string;
      MAIL_FROM: string;
      /** Origins of other web apps, separated by commas. */
      ALLOWED_ORIGINS?: string;
      /** Lists of keys, in the form of `keys/keys.ts`. */
      SEAL_KEYS?: string;
      LOOKUP_KEY?: string;
      /** The keys that sign push messages (RFC 8292). */
      VAPID_KEYS?: string;
      /** Hosts of push services, separated by commas; omitted: those of the common browsers. */
      PUSH_HOSTS?: string;
      /** `true`: webhooks may reach this machine and its network, over http too. For a desk only. */
      WEBHOOK_LAN?: string;
      /** A Telegram Bot API server of the operator's own, under the rules of webhooks; omitted: Telegram's. */
      TELEGRAM_URL?: string;
      /** Set by `npm start`: `checked` where `local/outbound.ts` sends the requests. For a desk only. */
      OUTBOUND?: string;
      /** A bridge that signs with one of these keys may report its clients' addresses. */
      BRIDGE_KEYS?: string;
      OPERATOR_KEYS?: string;
      THROTTLE?: string;
      /** `all` (a line a request), or `failures` when a proxy logs the rest. */
      LOG_REQUESTS?: string;
      /** Where plain TCP reaches the broker; no port: nowhere. */
      MQTT_TCP_HOST?: string;
      MQTT_TCP_PORT?: string;
      /** The same over TLS, when a proxy terminates it. */
      MQTT_TLS_PORT?: string;
    }
  }
}
export type Env = Cloudflare.Env;

export type LegalName = "privacy" | "terms";

export interface ServiceSettings {
  development: boolean;
  limits: ApiLimits;
  broker: BrokerLimits;
  allowedOrigins: ReadonlySet<string>;
  hosts: Hosts;
  bridgeKeys: readonly Uint8Array[];
  operatorKeys: readonly KeyEntry[];
  requestLog: "all" | "failures";
  /** Addresses of the operator's own pages; null for none. */
  legal: Record<LegalName, string | null>;
  /** A URI; null when no address is configured. */
  securityContact: string | null;
  /** Sentences about what does not work because a variable is missing. */
  problems: readonly string[];
}

/** A variable with an invalid value: the message names it. */
export class Misconfigured extends Error {
  override name = "Misconfigured";
}

export class ThrottleMisconfigured extends Error {
  override name = "ThrottleMisconfigured";
}

const known = new WeakMap<object, ServiceSettings>();

/** Read once per environment; its problems are logged then. Throws a sentence that names an invalid variable. */
export function settings(env: Env): ServiceSettings {
  const before = known.get(env);
  if (before !== undefined) return before;
  const checked = check(env);
  known.set(env, checked);
  for (const problem of checked.problems) logMisconfigured(problem);
  return checked;
}

function check(env: Env): ServiceSettings {
  try {
    return read(env);
  } catch (error) {
    throw new Misconfigured(error instanceof Error ? error.message : String(error));
  }
}

function read(env: Env): ServiceSettings {
  const variables = env as unknown as Record<string, unknown>;
  const development = env.ENVIRONMENT === "development";
  const allowedOrigins = new Set(listed(env.ALLOWED_ORIGINS ?? ""));
  const addresses = [appUrl(env), apiUrl(env)].filter((address) => address !== null);
  const hosts = hostsOf({ addresses, hosts: env.HOSTS ?? "", allowedOrigins, local: development });
  const legal = legalUrls(env, hosts);
  const security = securityContact(env);
  return {
    development,
    limits: apiLimits(variables),
    broker: brokerLimits(variables),
    requestLog: env.LOG_REQUESTS === "failures" ? "failures" : "all",
    allowedOrigins,
    hosts,
    bridgeKeys: parseKeys("BRIDGE_KEYS", env.BRIDGE_KEYS).map(({ bytes }) => bytes),
    operatorKeys: parseKeys("OPERATOR_KEYS", env.OPERATOR_KEYS),
    legal: legal.urls,
    securityContact: security.uri,
    problems: [
      ...legal.problems,
      ...security.problems,
      ...(appUrl(env) === null ? ["APP_URL is not set, so no e-mails are sent."] : []),
      ...(hosts.names.size === 0 && !development
        ? ["Neither APP_URL nor HOSTS names a host, so only /v0/health/ is answered."]
        : []),
    ],
  };
}

/** A bad address is a problem, not an error: the page then shows its own text. */
function legalUrls({ PRIVACY_URL, TERMS_URL }: Env, hosts: Hosts) {
  const problems: string[] = [];
  const checked = (name: string, path: string, value: string | undefined): string | null => {
    if (!value) return null;
    const url = URL.canParse(value) ? new URL(value) : null;
    const isPage = url !== null && /^https?:$/.test(url.protocol);
    const isItself = isPage && url.pathname === path && answersFor(hosts, url.hostname);
    if (isPage && !isItself) return url.href;
    problems.push(
      isItself
        ? `${name} is the address of this service's ${path} itself: leave it out.`
        : `${name} must be an address like https://your.host${path}, not "${value}".`,
    );
    return null;
  };
  const privacy = checked("PRIVACY_URL", "/privacy", PRIVACY_URL);
  const terms = checked("TERMS_URL", "/terms", TERMS_URL);
  return { urls: { privacy, terms }, problems };
}

/** The address for support is the default, except the example in `wrangler.toml`. */
function securityContact({ SECURITY_CONTACT, SUPPORT_EMAIL }: Env) {
  const isExample = !SUPPORT_EMAIL || SUPPORT_EMAIL.endsWith(".example");
  const support = isExample ? null : securityContactUri(SUPPORT_EMAIL);
  if (!SECURITY_CONTACT) return { uri: support, problems: [] };
  const uri = securityContactUri(SECURITY_CONTACT);
  if (uri !== null) return { uri, problems: [] };
  const problem = `SECURITY_CONTACT must be an e-mail address or an https address, not "${SECURITY_CONTACT}".`;
  return { uri: support, problems: [problem] };
}

/** The web app's URL without a trailing slash; null when it is not set. It never comes from a request. */
export const appUrl = (env: { APP_URL?: string | undefined }): string | null =>
  env.APP_URL?.replace(/\/+$/, "") || null;

/** The URL of the API and the broker, by the same rule. */
export const apiUrl = (env: { APP_URL?: string | undefined; API_URL?: string | undefined }): string | null =>
  env.API_URL?.replace(/\/+$/, "") || appUrl(env);

/** For tests. An environment without a value counts as production. */
export function throttleIsOff(env: {
  THROTTLE?: string | undefined;
  ENVIRONMENT?: string | undefined;
}): boolean {
  const setting = (env.THROTTLE ?? "").toLowerCase();
  if (setting === "" || setting === "on") return false;
  if (setting !== "off") throw new ThrottleMisconfigured(`THROTTLE must be on or off, not "${setting}".`);
  if ((env.ENVIRONMENT ?? "production") === "production") {
    throw new ThrottleMisconfigured("THROTTLE cannot be off in production.");
  }
  return true;
}
