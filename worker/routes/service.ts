import { askAccount } from "../account/account.ts";
import { brokerHealth } from "../account/health.ts";
import { limitsOf, offered } from "../account/limits.ts";
import { route } from "../api/call.ts";
import type { Caller } from "../auth/guard.ts";
import { MAX_STORAGE_BYTES } from "../contract/limits.ts";
import { VERSION } from "../contract/version.ts";
import { ping } from "../db/service.ts";
import { first } from "../db/statement.ts";
import { countUsers as count, countOwned } from "../db/users.ts";
import { joinWaitlist as store } from "../db/waitlist.ts";
import { type Env, settings } from "../env.ts";
import { brokersDown } from "../errors.ts";
import { keyRing } from "../keys/keys.ts";
import { currentPair } from "../notify/push.ts";
import { reachOf } from "./shown-credential.ts";

export const health = route<"health">(async ({ env, now }) => {
  await ping(env.DB).first();
  // logins need these keys
  keyRing("SEAL_KEYS", env);
  keyRing("LOOKUP_KEY", env);
  const status = await brokerHealth(env, now);
  if (status === "down") throw brokersDown();
  const { problems } = settings(env);
  return { status, version: VERSION, ...(problems.length > 0 && { problems: [...problems] }) };
});

export const brokerInfo = route<"brokerInfo">(async ({ env, callerIfAny }) => {
  const { broker } = settings(env);
  const caller = await callerIfAny();
  const { tcp, tls, ws } = reachOf(env);
  return {
    ...offered(broker, caller?.user.mqtt_profile),
    max_packet_size: broker.MQTT_MAX_PACKET_SIZE,
    url_template: ws && `${ws}/mqtt/{userId}`,
    tcp,
    tls,
    limits: shownLimits(env, caller),
    ...(caller && { used: await usedBy(env, caller) }),
    push_key: await currentPair(env).then((pair) => pair?.publicKey ?? null),
    support_email: env.SUPPORT_EMAIL,
  };
});

/** The account's own limits, for an authenticated caller. */
function shownLimits(env: Env, caller: Caller | null) {
  const limits = limitsOf(env, caller?.user ?? null);
  return {
    devices: limits.MAX_DEVICES,
    channels: limits.MAX_CHANNELS,
    credentials: limits.MAX_CREDENTIALS,
    events: limits.MAX_EVENTS,
    retained: limits.MQTT_MAX_RETAINED,
    series: limits.MAX_SERIES,
    storage: MAX_STORAGE_BYTES,
  };
}

async function usedBy(env: Env, { user, session }: Caller) {
  const [rows, kept] = await Promise.all([
    first(countOwned(env.DB, session)),
    askAccount(env, user.id, (account) => account.usage()),
  ]);
  const { devices = 0, channels = 0, credentials = 0 } = rows ?? {};
  return { devices, channels, credentials, ...kept };
}

export const countUsers = route<"countUsers">(async ({ env }) => {
  return { total: await count(env.DB), max: settings(env).limits.MAX_USERS };
});

export const joinWaitlist = route<"joinWaitlist">(async ({ env, body, now }) => {
  await store(env.DB, body.email, now);
  return { email: body.email };
});
