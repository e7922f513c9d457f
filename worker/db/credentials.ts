import { and, eq, exists, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Grant, View } from "../../broker/contract/grants.ts";
import {
  allOwnChannels,
  chosenChannels,
  foreignChannel,
  linkChannels,
  OF_CREDENTIAL,
  replaceChannels,
  type WithChannels,
} from "./chosen-channels.ts";
import { grantsColumn } from "./json-columns.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { channels, credentialChannels, credentials, devices } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import {
  build,
  insertFrom,
  insertWhere,
  isBelow,
  ownRow,
  type Params,
  read,
  reading,
  rowid,
} from "./statement.ts";

const COLUMNS = {
  id: credentials.id,
  user_id: credentials.user_id,
  name: credentials.name,
  username: credentials.username,
  server_made: credentials.server_made,
  password_sealed: credentials.password_sealed,
  created_at: credentials.created_at,
  view: credentials.view,
  grants: credentials.grants,
  device_id: credentials.device_id,
  earlier_since: credentials.earlier_since,
  earlier_until: credentials.earlier_until,
};
const CREDENTIAL = { ...COLUMNS, channels: chosenChannels(OF_CREDENTIAL) };

export type CredentialRow = Pick<typeof credentials.$inferSelect, keyof typeof COLUMNS> & WithChannels;

export const grantsOf = ({ grants }: Pick<CredentialRow, "grants">): Grant[] => grantsColumn.read(grants);

export const listCredentials = reading((session: Params<SessionKey>) =>
  build
    .select(CREDENTIAL)
    .from(credentials)
    .where(eq(credentials.user_id, ownerOf(session)))
    .orderBy(credentials.created_at, rowid(credentials)),
);

const one = reading(({ id, ...session }: Params<SessionKey & { id: string }>) =>
  build
    .select(CREDENTIAL)
    .from(credentials)
    .where(ownRow(credentials, ownerOf(session), id)),
);
export const readCredential = (db: D1Database, session: SessionRef, id: string) =>
  one(db, { ...session, id });

const own = reading(({ userId, id }: Params<{ userId: string; id: string }>) =>
  build
    .select(CREDENTIAL)
    .from(credentials)
    .where(ownRow(credentials, userId, id)),
);
const ownCredential = (db: D1Database, userId: string, id: string) => own(db, { userId, id });

/** The row of the device that a credential is for, if the account owns it; of our own kind, unless `kind` says else. */
const deviceOf = (userId: string, id: string, kind?: SQL) =>
  build
    .select({ id: devices.id })
    .from(devices)
    .where(and(ownRow(devices, userId, id), kind));
const isOwnKind = sql`${devices.found} is null`;

/** Whether a credential of the account can be this device; undefined for none. */
const canBe = (userId: string, id: string | null | undefined): SQL | undefined =>
  id == null ? undefined : exists(deviceOf(userId, id, isOwnKind));

export interface ForeignDevice {
  id: string;
  /** It is a discovered device. */
  found: 0 | 1;
}

/** Returns the id, if no credential of the account can be that device. */
const foreignDevice = (db: D1Database, userId: string, id: string | null) =>
  read(
    db,
    sql<ForeignDevice>`select ${id} as id, ${exists(deviceOf(userId, id ?? ""))} as found
      where ${id} is not null and ${notExists(deviceOf(userId, id ?? "", isOwnKind))}`,
  );

export interface NewCredential {
  id: string;
  name: string;
  username: string;
  serverMade: boolean;
  sealed: string;
  view: View;
  grants: readonly Grant[];
  device: string | null;
  now: number;
}

/** The channels are linked only if the credential is inserted. */
export function insertCredential(
  db: D1Database,
  userId: string,
  { id, name, username, serverMade, sealed, view, grants, device, now }: NewCredential,
  channels: readonly string[],
  max: number,
) {
  const row = {
    id,
    user_id: userId,
    name,
    username,
    password_sealed: sealed,
    created_at: now,
    view,
    grants: grantsColumn.write([...grants]),
    device_id: device,
    server_made: serverMade ? (1 as const) : (0 as const),
  };
  return {
    insert: rightsChange(
      insertWhere(
        credentials,
        row,
        isBelow(max, credentials, eq(credentials.user_id, userId)),
        allOwnChannels(userId, channels),
        canBe(userId, device),
      ),
    ),
    link: linkChannels(OF_CREDENTIAL, userId, id, channels),
    foreign: foreignChannel(db, userId, channels),
    foreignDevice: foreignDevice(db, userId, device),
    own: ownCredential(db, userId, id),
  };
}

/** From the clock: after a restored backup the version must not reach the number of a lost password again. */
const nextSecret = sql`max(${credentials.secret_version} + 1, cast(unixepoch('subsec') * 1000 as integer))`;

/** Where this is true clients must log in again, and the previous password ends. */
const loggedOut = (where: SQL) => ({
  secret_version: sql`case when ${where} then ${nextSecret} else ${credentials.secret_version} end`,
  earlier_sealed: sql`case when ${where} then null else ${credentials.earlier_sealed} end`,
  earlier_until: sql`case when ${where} then null else ${credentials.earlier_until} end`,
});
const ALWAYS = sql`true`;

/** Undefined leaves a value as it is. */
export interface ChangedCredential {
  id: string;
  name: string;
  username: string | undefined;
  sealed: string | undefined;
  view: View | undefined;
  grants: readonly Grant[] | undefined;
  device: string | null | undefined;
}

/** What of the change logs clients out; undefined for nothing. */
const logsOut = ({ username, sealed, view, device }: ChangedCredential): SQL | undefined =>
  or(
    username === undefined ? undefined : ne(credentials.username, username),
    sealed === undefined ? undefined : ALWAYS,
    view === undefined ? undefined : ne(credentials.view, view),
    device === undefined ? undefined : sql`${credentials.device_id} is not ${device}`,
  );

/** `channels` null leaves them as they are. */
export function updateCredential(
  db: D1Database,
  userId: string,
  row: ChangedCredential,
  channels: readonly string[] | null,
) {
  const { id, name, username, sealed, view, grants, device } = row;
  const logout = logsOut(row);
  const changed = {
    name,
    username,
    server_made:
      username === undefined
        ? undefined
        : sql`case when ${ne(credentials.username, username)} then 0 else ${credentials.server_made} end`,
    password_sealed: sealed,
    view,
    grants: grants && grantsColumn.write([...grants]),
    device_id: device,
    ...(logout && loggedOut(logout)),
  };
  const where = and(
    ownRow(credentials, userId, id),
    allOwnChannels(userId, channels ?? []),
    canBe(userId, device),
  );
  return {
    update: rightsChange(build.update(credentials).set(changed).where(where)),
    choose: channels === null ? [] : replaceChannels(OF_CREDENTIAL, userId, id, channels),
    foreign: foreignChannel(db, userId, channels ?? []),
    foreignDevice: foreignDevice(db, userId, device ?? null),
    own: ownCredential(db, userId, id),
  };
}

export interface Rotated {
  id: string;
  /** The value that was read: nothing is changed when it is another one by now. */
  before: string;
  sealed: string;
  /** The previous password and the end of its overlap; null when it cannot be read. */
  earlier: { sealed: string; until: number } | null;
  now: number;
}

/** Clients stay connected unless the old password ends at once; those with an older one are dropped. */
export function rotateCredential(
  db: D1Database,
  userId: string,
  { id, before, sealed, earlier, now }: Rotated,
) {
  const dropsAll = earlier === null || earlier.until <= now;
  const drops = dropsAll ? ALWAYS : sql`${credentials.earlier_until} > ${now}`;
  const rotated = {
    password_sealed: sealed,
    earlier_sealed: earlier?.sealed ?? null,
    earlier_until: earlier?.until ?? null,
    earlier_since: earlier === null ? null : now,
    secret_version: sql`case when ${drops} then ${nextSecret} else ${credentials.secret_version} end`,
  };
  const where = and(ownRow(credentials, userId, id), eq(credentials.password_sealed, before));
  return {
    rotate: rightsChange(build.update(credentials).set(rotated).where(where)),
    own: ownCredential(db, userId, id),
  };
}

export const changeView = (db: D1Database, userId: string, id: string, view: View) => ({
  update: rightsChange(
    build
      .update(credentials)
      .set({ view, ...loggedOut(ALWAYS) })
      .where(and(ownRow(credentials, userId, id), ne(credentials.view, view))),
  ),
  own: ownCredential(db, userId, id),
});

/** A credential with a server-made name keeps it. */
export const changeName = (db: D1Database, userId: string, id: string, username: string) => ({
  update: rightsChange(
    build
      .update(credentials)
      .set({ username, server_made: 1, ...loggedOut(ALWAYS) })
      .where(and(ownRow(credentials, userId, id), eq(credentials.server_made, 0))),
  ),
  own: ownCredential(db, userId, id),
});

/** Adds a channel with this topic to the credential; creates it if it does not exist and there is room. */
export function grantTopic(
  db: D1Database,
  userId: string,
  credentialId: string,
  { now, ...channel }: { id: string; name: string; topic: string; now: number },
  max: number,
) {
  const credential = ownRow(credentials, userId, credentialId);
  const ensured = insertWhere(
    channels,
    { ...channel, user_id: userId, created_at: now },
    isBelow(max, channels, eq(channels.user_id, userId)),
    exists(build.select({ id: credentials.id }).from(credentials).where(credential)),
  );
  const isTopic = and(eq(channels.user_id, userId), eq(channels.topic, channel.topic));
  const last = build
    .select({ position: sql`coalesce(max(${credentialChannels.position}) + 1, 0)` })
    .from(credentialChannels)
    .where(eq(credentialChannels.credential_id, credentials.id));
  const granted = insertFrom(
    credentialChannels,
    { credential_id: credentials.id, channel_id: channels.id, position: last },
    sql`from ${credentials} join ${channels} on ${isTopic} where ${credential} on conflict do nothing`,
  );
  return {
    ensure: rightsChange(sql`${ensured} on conflict (user_id, topic) do nothing`),
    grant: rightsChange(granted),
    own: ownCredential(db, userId, credentialId),
  };
}

export const deleteCredential = (userId: string, id: string): RightsChange =>
  rightsChange(build.delete(credentials).where(ownRow(credentials, userId, id)));
