/** Guests: tokens of their own kind, whose scopes name single devices. */

import { and, desc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { stored } from "../../broker/contract/json.ts";
import { allOwn, firstForeign } from "./own-ids.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { devices, tokens } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, insertWhere, isBelow, type Params, read, reading, rowid } from "./statement.ts";
import { TOKEN, type TokenRow } from "./token-row.ts";
import { ofKind } from "./tokens.ts";

/** JSON: the ids of its devices that exist. */
const existing = sql<string>`(select json_group_array(${devices.id}) from ${devices}
  where ${devices.user_id} = ${tokens.user_id} and instr(${tokens.scopes}, ${devices.id}) > 0)`.as(
  "existing",
);

const selected = () => build.select({ ...TOKEN, existing }).from(tokens);

export type NewGuestRow = Omit<TokenRow, "kind" | "asks_first">;
export type GuestRow = TokenRow & { existing: string };

const ids = stored(z.array(z.string()));
export const existingDevices = ({ existing }: Pick<GuestRow, "existing">): string[] => ids(existing);

export const listGuests = reading((session: Params<SessionKey>) =>
  selected()
    .where(ofKind(ownerOf(session), "guest"))
    .orderBy(desc(tokens.created_at), desc(rowid(tokens))),
);

const one = reading(({ id, ...session }: Params<SessionKey & { id: string }>) =>
  selected().where(and(ofKind(ownerOf(session), "guest"), eq(tokens.id, id))),
);
export const readGuest = (db: D1Database, session: SessionRef, id: string) => one(db, { ...session, id });

const ownGuest = (db: D1Database, userId: string, id: string) =>
  read(db, selected().where(and(ofKind(userId, "guest"), eq(tokens.id, id))));

/** Reads why there is no row: a foreign device, or no room. */
export const readWritten = (
  db: D1Database,
  userId: string,
  { id, deviceIds }: { id: string; deviceIds: readonly string[] },
) => ({
  foreign: firstForeign(db, devices, userId, deviceIds),
  own: ownGuest(db, userId, id),
});

export const insertGuest = (
  userId: string,
  { row, tokenHash, deviceIds }: { row: NewGuestRow; tokenHash: string; deviceIds: readonly string[] },
  max: number,
): RightsChange =>
  rightsChange(
    insertWhere(
      tokens,
      { ...row, kind: "guest", user_id: userId, token_hash: tokenHash },
      isBelow(max, tokens, ofKind(userId, "guest")),
      allOwn(devices, userId, deviceIds),
    ),
  );

export const updateGuest = (
  userId: string,
  { id, created_at: _, ...changed }: NewGuestRow,
  deviceIds: readonly string[],
): RightsChange =>
  rightsChange(
    build
      .update(tokens)
      .set(changed)
      .where(and(ofKind(userId, "guest"), eq(tokens.id, id), allOwn(devices, userId, deviceIds))),
  );

export const deleteGuest = (userId: string, id: string): RightsChange =>
  rightsChange(build.delete(tokens).where(and(ofKind(userId, "guest"), eq(tokens.id, id))));
