/** The rights of an account: the rows that clients log in with, and its devices. */

import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { chosenTopics, OF_CREDENTIAL, OF_DEVICE } from "./chosen-channels.ts";
import { DEVICE, type DeviceRow } from "./devices.ts";
import { apiKeys, channels, credentials, deviceLinks, devices, sessions, tokens, users } from "./schema.ts";
import { build, type Params, reading } from "./statement.ts";
import { TOKEN, type TokenRow } from "./token-row.ts";

/** JSON: topics of its channels, in the chosen order. */
interface Topics {
  topics: string;
}

type OfAccount = Params<{ userId: string }>;
/** Links and sessions that have expired are left out. */
type OfAccountNow = Params<{ userId: string; now: number }>;

export const accountRights = reading(({ userId }: OfAccount) =>
  build
    .select({
      rights_version: users.rights_version,
      mqtt_profile: users.mqtt_profile,
      home_assistant: users.home_assistant,
      history: users.history,
      suspended_at: users.suspended_at,
      own_limits: users.own_limits,
      cleared_at: users.cleared_at,
    })
    .from(users)
    .where(eq(users.id, userId)),
);

const KEY = { id: apiKeys.id, key_hash: apiKeys.key_hash };
export type KeyRights = Pick<typeof apiKeys.$inferSelect, keyof typeof KEY>;
export const keyRights = reading(({ userId }: OfAccount) =>
  build.select(KEY).from(apiKeys).where(eq(apiKeys.user_id, userId)),
);

const CREDENTIAL = {
  id: credentials.id,
  name: credentials.name,
  username: credentials.username,
  password_sealed: credentials.password_sealed,
  earlier_sealed: credentials.earlier_sealed,
  earlier_until: credentials.earlier_until,
  secret_version: credentials.secret_version,
  view: credentials.view,
  grants: credentials.grants,
  device_id: credentials.device_id,
};
export type CredentialRights = Pick<typeof credentials.$inferSelect, keyof typeof CREDENTIAL> & Topics;
export const credentialRights = reading(({ userId }: OfAccount) =>
  build
    .select({ ...CREDENTIAL, topics: chosenTopics(OF_CREDENTIAL) })
    .from(credentials)
    .where(eq(credentials.user_id, userId)),
);

/** With everything that REST returns of a device: the object answers those calls. */
export type DeviceRightsRow = DeviceRow & Topics;
export const deviceRights = reading(({ userId }: OfAccount) =>
  build
    .select({ ...DEVICE, topics: chosenTopics(OF_DEVICE) })
    .from(devices)
    .where(eq(devices.user_id, userId)),
);

export const sessionRights = reading(({ userId, now }: OfAccountNow) =>
  build
    .select({ token_hash: sessions.token_hash, expires_at: sessions.expires_at })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, now))),
);

export interface SeriesRightsRow {
  id: string;
  topic: string;
  series: string;
}
export const seriesRights = reading(({ userId }: OfAccount) =>
  build
    .select({ id: channels.id, topic: channels.topic, series: sql<string>`${channels.series}`.as("series") })
    .from(channels)
    .where(and(eq(channels.user_id, userId), isNotNull(channels.series))),
);

const LINK = {
  id: deviceLinks.id,
  device_id: deviceLinks.device_id,
  token_hash: deviceLinks.token_hash,
  expires_at: deviceLinks.expires_at,
};
export type LinkRights = Pick<typeof deviceLinks.$inferSelect, keyof typeof LINK>;
export const linkRights = reading(({ userId, now }: OfAccountNow) =>
  build
    .select(LINK)
    .from(deviceLinks)
    .where(and(eq(deviceLinks.user_id, userId), gt(deviceLinks.expires_at, now))),
);

/** With everything that REST returns of a token to its bearer: the object answers that call. */
export type TokenRights = TokenRow & { token_hash: string };
export const tokenRights = reading(({ userId }: OfAccount) =>
  build
    .select({ ...TOKEN, token_hash: tokens.token_hash })
    .from(tokens)
    .where(eq(tokens.user_id, userId)),
);
