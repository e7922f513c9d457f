/**
 * Writes of the cron to tables of all accounts: rows whose time is over, and values sealed or hashed with an older key.
 * They change no rights, so nothing is announced: the account's object knows itself when a link or a password ends, and
 * a value that is sealed again opens as before.
 */

import { and, eq, inArray, isNull, lt, lte, notExists, type SQL, sql } from "drizzle-orm";
import {
  appLogins,
  apps,
  credentials,
  deviceLinks,
  emailLinks,
  invitations,
  knownBrowsers,
  mailOutbox,
  oauthClients,
  oauthCodes,
  operatorActions,
  resetLinks,
  securityEvents,
  sessions,
  tokens,
} from "./schema.ts";
import { build, type Read, read, rowid, statementOf } from "./statement.ts";

type OldTable =
  | typeof apps
  | typeof deviceLinks
  | typeof emailLinks
  | typeof invitations
  | typeof knownBrowsers
  | typeof mailOutbox
  | typeof oauthClients
  | typeof oauthCodes
  | typeof operatorActions
  | typeof resetLinks
  | typeof securityEvents
  | typeof sessions
  | typeof tokens;

interface Old {
  table: OldTable;
  /** The condition of rows that ended at the moment or before. */
  at(moment: number): SQL | undefined;
}

const expiring = (
  table: Exclude<
    OldTable,
    typeof apps | typeof mailOutbox | typeof operatorActions | typeof securityEvents | typeof tokens
  >,
): Old => ({
  table,
  at: (moment) => lte(table.expires_at, moment),
});

/** Tables whose rows end. */
const OLD = {
  sessions: expiring(sessions),
  reset_links: expiring(resetLinks),
  device_links: expiring(deviceLinks),
  email_links: expiring(emailLinks),
  invitations: expiring(invitations),
  oauth_clients: expiring(oauthClients),
  oauth_codes: expiring(oauthCodes),
  /** Access tokens of logins that were not used for long. */
  tokens: {
    table: tokens,
    at: (moment) =>
      inArray(
        tokens.id,
        build.select({ id: appLogins.token_id }).from(appLogins).where(lte(appLogins.expires_at, moment)),
      ),
  },
  /** Apps without a login. A new one has its login in the same batch. */
  apps: {
    table: apps,
    at: (moment) =>
      and(
        lte(apps.created_at, moment),
        notExists(
          build.select({ id: appLogins.app_id }).from(appLogins).where(eq(appLogins.app_id, apps.id)),
        ),
      ),
  },
  known_browsers: expiring(knownBrowsers),
  operator_actions: { table: operatorActions, at: (moment) => lte(operatorActions.at, moment) },
  security_events: { table: securityEvents, at: (moment) => lte(securityEvents.at, moment) },
  /** Sent or given up. */
  mail_outbox: {
    table: mailOutbox,
    at: (moment) => and(isNull(mailOutbox.next_attempt_at), lt(mailOutbox.created_at, moment)),
  },
} satisfies Record<string, Old>;

export type OldRows = keyof typeof OLD;

/** Deletes at most `limit` rows that ended at the moment or before. */
export function deleteOld(db: D1Database, name: OldRows, moment: number, limit: number): D1PreparedStatement {
  const { table, at } = OLD[name];
  return statementOf(
    db,
    sql`delete from ${table} where rowid in (select rowid from ${table} where ${at(moment)} limit ${limit})`,
  );
}

/** Forgets at most `limit` passwords whose overlap ended at the moment or before. */
export function forgetEarlier(db: D1Database, moment: number, limit: number): D1PreparedStatement {
  const old = build
    .select({ rowid: rowid(credentials) })
    .from(credentials)
    .where(lte(credentials.earlier_until, moment))
    .limit(limit);
  return statementOf(
    db,
    build
      .update(credentials)
      .set({ earlier_sealed: null, earlier_since: null, earlier_until: null })
      .where(inArray(rowid(credentials), old)),
  );
}

/** A column with values that depend on a key; `sealed` is the column whose value gives the plain text. */
export interface KeyedColumn {
  table: string;
  column: string;
  sealed: string;
  /** SQL of the owner's id. */
  owner: string;
}

export type KeyedValue = Record<"id" | "userId" | "sealed" | "value", string>;

/** Values that do not begin with the prefix of the current key. */
export function valuesOfOlderKeys(
  db: D1Database,
  { table, column, sealed, owner }: KeyedColumn,
  prefix: string,
  limit: number,
): Read<KeyedValue> {
  const value = sql.identifier(column);
  return read(
    db,
    sql<KeyedValue>`select id, ${sql.raw(owner)} as userId, ${sql.identifier(sealed)} as sealed, ${value} as value
      from ${sql.identifier(table)}
      where substr(${value}, 1, ${prefix.length}) <> ${prefix} order by id limit ${limit}`,
  );
}

/** Skips a row that changed since it was read, so that a changed password stays. */
export function replaceValue(
  db: D1Database,
  { table, column }: KeyedColumn,
  { id, value }: KeyedValue,
  by: string,
): D1PreparedStatement {
  const name = sql.identifier(column);
  return statementOf(
    db,
    sql`update ${sql.identifier(table)} set ${name} = ${by} where ${and(eq(sql`id`, id), eq(sql`${name}`, value))}`,
  );
}

/** How many stored values need which key. The text is also run on a local database: `worker/keys/rotation.ts`. */
export const keyUses = (db: D1Database, text: string) =>
  read(db, sql<{ kid: string; count: number }>`${sql.raw(text)}`);
