import { accountPrefix, storedTopic } from "../../broker/contract/topics.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { type Call, route, rowRoute } from "../api/call.ts";
import { topicMistakes } from "../contract/channels.ts";
import {
  type ChannelRow,
  deleteChannel as deleteRow,
  insertChannel,
  listChannels as list,
  readChannel,
  updateChannel as updateRow,
} from "../db/channels.ts";
import { seriesColumn } from "../db/json-columns.ts";
import { only } from "../db/statement.ts";
import { invalidField, limitReached, notFound } from "../errors.ts";
import { channelOf } from "../present/channel.ts";
import { unique } from "./unique.ts";

export const listChannels = rowRoute<"listChannels", ChannelRow>(list, async ({ read }) => {
  return read.map(channelOf);
});

export const createChannel = route<"createChannel">(async ({ env, caller, body, now }) => {
  const { MAX_CHANNELS: max } = limitsOf(env, caller.user);
  const topic = checkedTopic(caller.user.id, body.topic);
  const series = storedSeries(body.series ?? null);
  const row = { ...body, id: crypto.randomUUID(), topic, series, created_at: now };
  const insert = insertChannel(caller.user.id, row, max);
  const written = await uniqueTopic(addRights(env, caller.user.id, { insert }));
  const [stored] = written.insert.results;
  if (stored === undefined) throw limitReached("MAX_CHANNELS", max);
  return channelOf(stored);
});

export const updateChannel = rowRoute<"updateChannel", ChannelRow>(
  readChannel,
  async ({ env, caller, body, read }) => {
    const userId = caller.user.id;
    const topic = checkedTopic(userId, body.topic);
    const series = body.series === undefined ? undefined : storedSeries(body.series);
    const update = updateRow(userId, only(read).id, { ...body, topic, series });
    const written = await uniqueTopic(changeRights(env, userId, { update }));
    const [stored] = written.update.results;
    // Deleted by another call in the meantime.
    if (stored === undefined) throw notFound();
    return channelOf(stored);
  },
);

export const deleteChannel = rowRoute<"deleteChannel", ChannelRow>(
  readChannel,
  async ({ env, caller, id }) => {
    await changeRights(env, caller.user.id, { remove: deleteRow(caller.user.id, id) });
    return undefined;
  },
);

/** Returns the topic as stored, or throws its fault. */
function checkedTopic(userId: string, given: string): string {
  const topic = storedTopic(userId, given);
  const mistakes = topicMistakes(topic.slice(accountPrefix(userId).length), topic);
  if (mistakes.length > 0) throw invalidField("topic", ...mistakes);
  return topic;
}

/** Null when the channel is no series. A list of one is one series. */
function storedSeries(given: NonNullable<Call<"createChannel">["body"]["series"]> | null): string | null {
  const series = [given ?? []].flat().map(({ path, unit, name, counter }) => ({
    path,
    unit: unit || null,
    name,
    ...(counter && { counter: true as const }),
  }));
  const [only, ...others] = series;
  if (only === undefined) return null;
  return seriesColumn.write(others.length === 0 ? only : series);
}

const uniqueTopic = <T>(write: Promise<T>) => unique("topic", "channels.user_id, channels.topic", write);
