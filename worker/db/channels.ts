import { eq, getTableColumns } from "drizzle-orm";
import type { SeriesOfChannel } from "../contract/channels.ts";
import { seriesColumn } from "./json-columns.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { channels } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, insertWhere, isBelow, ownRow, type Params, reading, returning, rowid } from "./statement.ts";

export type ChannelRow = Omit<typeof channels.$inferSelect, "user_id">;

const { user_id, ...COLUMNS } = getTableColumns(channels);

/** What responses contain of a channel. */
export const CHANNEL = COLUMNS;

/** Null when it is no series. */
export const seriesOfChannel = ({ series }: Pick<ChannelRow, "series">): SeriesOfChannel =>
  series === null ? null : seriesColumn.read(series);

export const listChannels = reading((session: Params<SessionKey>) =>
  build
    .select(CHANNEL)
    .from(channels)
    .where(eq(channels.user_id, ownerOf(session)))
    .orderBy(channels.created_at, rowid(channels)),
);

const one = reading(({ id, ...session }: Params<SessionKey & { id: string }>) =>
  build
    .select(CHANNEL)
    .from(channels)
    .where(ownRow(channels, ownerOf(session), id)),
);
export const readChannel = (db: D1Database, session: SessionRef, id: string) => one(db, { ...session, id });

type NewChannel = Omit<typeof channels.$inferInsert, "user_id">;

/**
 * Returns no row when the account has its maximum. What is undefined gets the default of its column. The object must
 * learn of a channel that is a series.
 */
export const insertChannel = (userId: string, row: NewChannel, max: number) =>
  rightsChange(
    returning(
      insertWhere(
        channels,
        { ...row, user_id: userId },
        isBelow(max, channels, eq(channels.user_id, userId)),
      ),
      CHANNEL,
    ),
  );

/** What is undefined stays. Returns no row when it is deleted. */
export const updateChannel = (
  userId: string,
  id: string,
  changed: Partial<Omit<NewChannel, "id" | "created_at">>,
) =>
  rightsChange(
    build
      .update(channels)
      .set(changed)
      .where(ownRow(channels, userId, id))
      .returning(CHANNEL),
  );

export const deleteChannel = (userId: string, id: string): RightsChange =>
  rightsChange(build.delete(channels).where(ownRow(channels, userId, id)));
