import { and, desc, eq, gt, isNull, or, type SQL } from "drizzle-orm";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { type TOKEN_KINDS, tokens, users } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, insertWhere, isBelow, ownRow, type Params, reading, returning, rowid } from "./statement.ts";
import { TOKEN, type TokenRow } from "./token-row.ts";

/** The tokens of a kind in an account. */
export const ofKind = (owner: string | SQL, kind: (typeof TOKEN_KINDS)[number]): SQL | undefined =>
  and(eq(tokens.user_id, owner), eq(tokens.kind, kind));

/** The columns that every token is made with; the others have defaults. */
export type NewTokenRow = Pick<TokenRow, "id" | "name" | "scopes" | "created_at" | "expires_at">;

export const listTokens = reading((session: Params<SessionKey>) =>
  build
    .select(TOKEN)
    .from(tokens)
    .where(ofKind(ownerOf(session), "program"))
    .orderBy(desc(tokens.created_at), desc(rowid(tokens))),
);

const one = reading(({ id, ...session }: Params<SessionKey & { id: string }>) =>
  build
    .select(TOKEN)
    .from(tokens)
    .where(and(ofKind(ownerOf(session), "program"), eq(tokens.id, id))),
);
export const readToken = (db: D1Database, session: SessionRef, id: string) => one(db, { ...session, id });

/** Returns no row when the account has its maximum. */
export const insertToken = (userId: string, row: NewTokenRow, tokenHash: string, max: number) =>
  rightsChange(
    returning(
      insertWhere(
        tokens,
        { ...row, user_id: userId, token_hash: tokenHash },
        isBelow(max, tokens, ofKind(userId, "program")),
      ),
      TOKEN,
    ),
  );

const countValid = (now: number | SQL<number>, kind: (typeof TOKEN_KINDS)[number]): SQL<number> =>
  build.$count(
    tokens,
    and(
      eq(tokens.user_id, users.id),
      eq(tokens.kind, kind),
      or(isNull(tokens.expires_at), gt(tokens.expires_at, now)),
    ),
  );

/** How many tokens of programs, and links of guests, of a query's user are valid. */
export const validTokens = (now: number | SQL<number>) => ({
  tokens: countValid(now, "program").as("tokens"),
  guests: countValid(now, "guest").as("guests"),
});

export const deleteToken = (userId: string, id: string): RightsChange =>
  rightsChange(build.delete(tokens).where(ownRow(tokens, userId, id)));
