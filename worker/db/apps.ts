/** Apps: programs that log in by OAuth. The access token of each login is a row of `tokens`. */

import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  lte,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { MAX_APP_LOGINS } from "../contract/limits.ts";
import { firstForeign } from "./own-ids.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { appLogins, apps, devices, oauthCodes, tokens, users } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import {
  build,
  first,
  insertFrom,
  insertWhere,
  type Params,
  read,
  reading,
  rowid,
  write,
} from "./statement.ts";

const LOGIN = {
  id: apps.id,
  client_id: apps.client_id,
  name: apps.name,
  host: apps.host,
  created_at: apps.created_at,
  token_id: appLogins.token_id,
  scopes: tokens.scopes,
  asks_first: tokens.asks_first,
};
/** A login of an app. */
export type AppLoginRow = Pick<
  typeof apps.$inferSelect,
  "id" | "client_id" | "name" | "host" | "created_at"
> &
  Pick<typeof appLogins.$inferSelect, "token_id"> &
  Pick<typeof tokens.$inferSelect, "scopes" | "asks_first">;

const logins = (owner: string | SQL, now: number | SQL<number>) =>
  build
    .select(LOGIN)
    .from(apps)
    .innerJoin(appLogins, eq(appLogins.app_id, apps.id))
    .innerJoin(tokens, eq(tokens.id, appLogins.token_id))
    .where(and(eq(apps.user_id, owner), gt(appLogins.expires_at, now)))
    .orderBy(desc(apps.created_at), desc(rowid(apps)), rowid(appLogins));

/** The logins of every app, those of one app together. */
export const listApps = reading((session: Params<SessionKey>) => logins(ownerOf(session), session.now));
export const appsOf = (db: D1Database, userId: string, now: number) => read(db, logins(userId, now));

const one = reading(({ id, ...session }: Params<SessionKey & { id: string }>) =>
  build
    .select({ id: apps.id, name: apps.name })
    .from(apps)
    .where(and(eq(apps.user_id, ownerOf(session)), eq(apps.id, id))),
);
export const readApp = (db: D1Database, session: SessionRef, id: string) => one(db, { ...session, id });

/** Ends every login of an app. */
export const deleteAppTokens = (userId: string, id: string): RightsChange => {
  const ended = build
    .select({ id: appLogins.token_id })
    .from(appLogins)
    .where(and(eq(appLogins.user_id, userId), eq(appLogins.app_id, id)));
  return rightsChange(build.delete(tokens).where(inArray(tokens.id, ended)));
};

export const deleteApp = (db: D1Database, userId: string, id: string): D1PreparedStatement =>
  write(db, build.delete(apps).where(and(eq(apps.user_id, userId), eq(apps.id, id))));

/** Ends one login. */
export const deleteLogin = (userId: string, tokenId: string): RightsChange =>
  rightsChange(
    build
      .delete(tokens)
      .where(and(eq(tokens.user_id, userId), eq(tokens.id, tokenId), eq(tokens.kind, "app"))),
  );

/** An app without logins. In the batch after `deleteLogin`. */
export const deleteEmptyApps = (db: D1Database, userId: string): D1PreparedStatement =>
  write(
    db,
    build
      .delete(apps)
      .where(
        and(
          eq(apps.user_id, userId),
          sql`not exists (select 1 from ${appLogins} where ${appLogins.app_id} = ${apps.id})`,
        ),
      ),
  );

export interface NewLogin {
  userId: string;
  codeHash: string;
  clientId: string;
  name: string;
  host: string;
  /** The column's text. */
  scopes: string;
  asksFirst: 0 | 1;
  tokenId: string;
  tokenHash: string;
  loginHash: string;
  refreshHash: string;
  now: number;
  /** When the access token ends, and when the login does unless it is used. Milliseconds since 1970. */
  ends: { token: number; login: number };
}

/** Whether the account has fewer than `max` apps, or this one. */
const hasRoom = (userId: string, clientId: string, max: number): SQL | undefined => {
  const own = eq(apps.user_id, userId);
  const known = exists(
    build
      .select({ id: apps.id })
      .from(apps)
      .where(and(own, eq(apps.client_id, clientId))),
  );
  return max === 0 ? undefined : or(known, sql`${build.$count(apps, own)} < ${max}`);
};

export async function hasRoomFor(
  db: D1Database,
  { userId, clientId }: Pick<NewLogin, "userId" | "clientId">,
  max: number,
): Promise<boolean> {
  const room = hasRoom(userId, clientId, max) ?? sql`true`;
  const row = build
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), room));
  return (await first(read(db, row))) !== null;
}

/** Whether a token is older than the newest of an app, of which one more is coming. */
function isSurplus(appId: SQLWrapper): SQL | undefined {
  const ofApp = () =>
    build
      .select({ id: appLogins.token_id })
      .from(appLogins)
      .where(eq(appLogins.app_id, sql`${appId}`));
  const newest = ofApp()
    .orderBy(desc(appLogins.expires_at), desc(rowid(appLogins)))
    .limit(MAX_APP_LOGINS - 1);
  return and(inArray(tokens.id, ofApp()), notInArray(tokens.id, newest));
}

/**
 * For one batch, in this order: of two exchanges of a code the first marks it, and only its statements write. An app has
 * a bounded number of logins; the oldest ends.
 */
export function beginLogin(db: D1Database, login: NewLogin, max: number) {
  const { userId, clientId, tokenId, codeHash, now } = login;
  const isOwn = and(eq(oauthCodes.code_hash, codeHash), eq(oauthCodes.token_id, tokenId));
  const won = exists(build.select({ hash: oauthCodes.code_hash }).from(oauthCodes).where(isOwn));
  const app = and(eq(apps.user_id, userId), eq(apps.client_id, clientId));
  const appId = build.select({ id: apps.id }).from(apps).where(app);
  const row = { id: crypto.randomUUID(), user_id: userId, client_id: clientId, created_at: now };
  const shown = { name: login.name, host: login.host };
  return {
    spent: spendCode(db, codeHash, { tokenId, now }),
    app: write(
      db,
      sql<typeof apps>`${insertWhere(apps, { ...row, ...shown }, won, hasRoom(userId, clientId, max))}
        on conflict (user_id, client_id) do update set name = excluded.name, host = excluded.host`,
    ),
    surplus: rightsChange(build.delete(tokens).where(and(isSurplus(appId), won))),
    token: rightsChange(
      insertFrom(
        tokens,
        {
          id: tokenId,
          user_id: userId,
          name: login.name,
          kind: "app",
          token_hash: login.tokenHash,
          scopes: login.scopes,
          asks_first: login.asksFirst,
          created_at: now,
          expires_at: login.ends.token,
        },
        sql`from ${apps} where ${and(app, won)}`,
      ),
    ),
    login: write(
      db,
      insertFrom(
        appLogins,
        {
          token_id: tokenId,
          user_id: userId,
          app_id: apps.id,
          login_hash: login.loginHash,
          refresh_hash: login.refreshHash,
          expires_at: login.ends.login,
        },
        sql`from ${apps} where ${and(app, won)}`,
      ),
    ),
  };
}

/** The account's own limits. */
export const limitsOfUser = (db: D1Database, userId: string) =>
  first(read(db, build.select({ own_limits: users.own_limits }).from(users).where(eq(users.id, userId))));

/** The first id that names no device of the account; null for none. */
export const foreignDevice = async (db: D1Database, userId: string, ids: readonly string[]) =>
  first(firstForeign(db, devices, userId, ids));

// Authorization codes.

export type CodeRow = typeof oauthCodes.$inferSelect;

export const insertCode = (
  db: D1Database,
  row: Omit<CodeRow, "used_at" | "token_id">,
  maxWaiting: number,
): D1PreparedStatement =>
  write(
    db,
    insertWhere(
      oauthCodes,
      row,
      sql`${build.$count(oauthCodes, eq(oauthCodes.user_id, row.user_id))} < ${maxWaiting}`,
    ),
  );

export const codeBy = (db: D1Database, codeHash: string): Promise<CodeRow | null> =>
  first(read(db, build.select().from(oauthCodes).where(eq(oauthCodes.code_hash, codeHash))));

/** Deletes an account's codes that have expired. */
export const forgetCodes = (db: D1Database, userId: string, now: number): D1PreparedStatement =>
  write(
    db,
    build.delete(oauthCodes).where(and(eq(oauthCodes.user_id, userId), lte(oauthCodes.expires_at, now))),
  );

/** Marks a code that was not used yet. Without a login it is only burnt. */
export const spendCode = (
  db: D1Database,
  codeHash: string,
  { tokenId, now }: { tokenId: string | null; now: number },
): D1PreparedStatement =>
  write(
    db,
    build
      .update(oauthCodes)
      .set({ used_at: now, token_id: tokenId })
      .where(and(eq(oauthCodes.code_hash, codeHash), sql`${oauthCodes.used_at} is null`)),
  );

// Refresh tokens.

const REFRESHED = {
  token_id: appLogins.token_id,
  user_id: appLogins.user_id,
  app_id: appLogins.app_id,
  refresh_hash: appLogins.refresh_hash,
  expires_at: appLogins.expires_at,
  client_id: apps.client_id,
  name: apps.name,
  scopes: tokens.scopes,
};

/** The login that a refresh or access token belongs to. */
export interface RefreshableLogin {
  token_id: string;
  user_id: string;
  app_id: string;
  refresh_hash: string;
  expires_at: number;
  client_id: string;
  name: string;
  scopes: string;
}

const loginWhere = (db: D1Database, condition: SQL): Promise<RefreshableLogin | null> =>
  first(
    read(
      db,
      build
        .select(REFRESHED)
        .from(appLogins)
        .innerJoin(apps, eq(apps.id, appLogins.app_id))
        .innerJoin(tokens, eq(tokens.id, appLogins.token_id))
        .where(condition),
    ),
  );

export const loginByRefresh = (db: D1Database, loginHash: string) =>
  loginWhere(db, eq(appLogins.login_hash, loginHash));
export const loginByAccess = (db: D1Database, tokenHash: string) =>
  loginWhere(db, eq(tokens.token_hash, tokenHash));

interface Rotation {
  tokenId: string;
  from: string;
  refreshHash: string;
  tokenHash: string;
  ends: NewLogin["ends"];
}

/** For one batch: of two uses of a refresh token only the first changes rows. */
export const rotate = (db: D1Database, { tokenId, from, refreshHash, tokenHash, ends }: Rotation) => ({
  rotated: write(
    db,
    build
      .update(appLogins)
      .set({ refresh_hash: refreshHash, expires_at: ends.login })
      .where(and(eq(appLogins.token_id, tokenId), eq(appLogins.refresh_hash, from))),
  ),
  token: rightsChange(
    build
      .update(tokens)
      .set({ token_hash: tokenHash, expires_at: ends.token })
      .where(
        and(
          eq(tokens.id, tokenId),
          exists(
            build
              .select({ id: appLogins.token_id })
              .from(appLogins)
              .where(and(eq(appLogins.token_id, tokenId), eq(appLogins.refresh_hash, refreshHash))),
          ),
        ),
      ),
  ),
});
