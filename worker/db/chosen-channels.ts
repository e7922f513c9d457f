/** The channels of a device or credential: what both tables of links have in common. */

import { and, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { stored } from "../../broker/contract/json.ts";
import { CHANNEL, type ChannelRow } from "./channels.ts";
import { seriesColumn, storedFields } from "./json-columns.ts";
import { allOwn, firstForeign } from "./own-ids.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { channels, credentialChannels, credentials, deviceChannels, devices } from "./schema.ts";
import { build, insertFrom, jsonOf, ownRow } from "./statement.ts";

/** New links, in the order of a JSON array of ids: of an id that occurs twice the first counts. */
const LINK = { channel_id: channels.id, position: sql`min(chosen.key)` };

/** Links between devices and their channels. */
export const OF_DEVICE = {
  owners: devices,
  links: deviceChannels,
  ownerId: deviceChannels.device_id,
  insert: (source: SQL) => insertFrom(deviceChannels, { device_id: devices.id, ...LINK }, source),
};

/** Links between credentials and their channels. */
export const OF_CREDENTIAL = {
  owners: credentials,
  links: credentialChannels,
  ownerId: credentialChannels.credential_id,
  insert: (source: SQL) => insertFrom(credentialChannels, { credential_id: credentials.id, ...LINK }, source),
};

type Links = typeof OF_DEVICE | typeof OF_CREDENTIAL;

/** JSON of each channel of a row, in the chosen order. For the fields of a query of devices or credentials. */
const ofEach = ({ owners, links, ownerId }: Links, json: SQL) =>
  sql<string>`${build
    .select({ json: sql`json_group_array(${json} order by ${links.position})` })
    .from<typeof deviceChannels | typeof credentialChannels>(links)
    .innerJoin(channels, eq(channels.id, links.channel_id))
    .where(eq(ownerId, owners.id))}`;

/** The channels of each row as JSON. */
export const chosenChannels = (links: Links) => ofEach(links, jsonOf(CHANNEL)).as("channels");

/** The topics of each row's channels as JSON. */
export const chosenTopics = (links: Links) => ofEach(links, sql`${channels.topic}`).as("topics");

export interface WithChannels {
  /** JSON. */
  channels: string;
}

/**
 * JSON that the query made, without a version. The account's object keeps it inside the row of a device, so it may be
 * of an earlier release.
 */
export const storedChannels = stored(z.array(z.object(storedFields(CHANNEL, { series: seriesColumn }))));

export const channelsOf = ({ channels }: WithChannels): ChannelRow[] => storedChannels(channels);

export const allOwnChannels = (userId: string, ids: readonly string[]): SQL => allOwn(channels, userId, ids);

export const foreignChannel = (db: D1Database, userId: string, ids: readonly string[]) =>
  firstForeign(db, channels, userId, ids);

/** Links the channels to the row with this id: all or none. */
export const linkChannels = (of: Links, userId: string, id: string, ids: readonly string[]): RightsChange => {
  const where = and(ownRow(of.owners, userId, id), allOwnChannels(userId, ids));
  return rightsChange(
    of.insert(
      sql`from ${of.owners} join json_each(${JSON.stringify(ids)}) chosen
        join ${channels} on ${ownRow(channels, userId, sql`chosen.value`)}
        where ${where} group by ${channels.id}`,
    ),
  );
};

/** Replaces the channels of the row with this id: all or none. */
export function replaceChannels(
  of: Links,
  userId: string,
  id: string,
  ids: readonly string[],
): RightsChange[] {
  const owner = sql`(select ${of.owners.id} from ${of.owners} where ${ownRow(of.owners, userId, id)})`;
  const where = and(eq(of.ownerId, owner), allOwnChannels(userId, ids));
  return [
    rightsChange(build.delete<typeof deviceChannels | typeof credentialChannels>(of.links).where(where)),
    linkChannels(of, userId, id, ids),
  ];
}
