import { accountPrefix, storedTopic } from "../../broker/contract/topics.ts";
import { topicMistakes } from "../contract/channel.ts";
import { MESSAGES } from "../contract/messages.ts";
import {
  type ChannelRow,
  deleteChannel as deleteRow,
  insertChannel,
  listChannels as list,
  readChannel,
  updateChannel as updateRow,
} from "../db/channels.ts";
import { violates } from "../db/constraints.ts";
import { firstRow, rowsOf } from "../db/rows.ts";
import { raiseRightsVersion } from "../db/users.ts";
import { settings } from "../env.ts";
import { invalidField, invalidRequest } from "../errors.ts";
import type { Route } from "../http/call.ts";
import { changingRights } from "../ports/notify.ts";
import * as present from "../present.ts";

export const listChannels: Route<"listChannels"> = {
  alongside: (session, { env }) => [list(env.DB, session)],
  async act({ read }) {
    return rowsOf<ChannelRow>(read[0]).map(present.channel);
  },
};

export const createChannel: Route<"createChannel"> = {
  async act({ env, caller, body, now }) {
    const { MAX_CHANNELS: max } = settings(env).limits;
    const topic = checkedTopic(caller.user.id, body.topic);
    const row = {
      id: crypto.randomUUID(),
      name: body.name,
      topic,
      description: body.description ?? "",
      created_at: now,
    };
    const inserted = await unique(insertChannel(env.DB, caller.user.id, row, max));
    if (!inserted) throw invalidRequest(MESSAGES.tooManyChannels(max));
    return present.channel(row);
  },
};

export const updateChannel: Route<"updateChannel"> = {
  alongside: (session, { env, id }) => [readChannel(env.DB, session, id)],
  async act({ env, caller, body, read }) {
    const userId = caller.user.id;
    const before = firstRow<ChannelRow>(read[0]);
    const topic = checkedTopic(userId, body.topic);
    const row = { ...before, name: body.name, topic, description: body.description ?? "" };
    const commit = () =>
      unique(env.DB.batch([updateRow(env.DB, userId, row), raiseRightsVersion(env.DB, userId)]));
    await changingRights(env, userId, commit);
    return present.channel(row);
  },
};

export const deleteChannel: Route<"deleteChannel"> = {
  alongside: (session, { env, id }) => [readChannel(env.DB, session, id)],
  async act({ env, caller, id }) {
    await changingRights(env, caller.user.id, () =>
      env.DB.batch([deleteRow(env.DB, caller.user.id, id), raiseRightsVersion(env.DB, caller.user.id)]),
    );
    return undefined;
  },
};

/** The topic as it is stored, once it holds nothing that a topic may not. */
function checkedTopic(userId: string, given: string): string {
  const topic = storedTopic(userId, given);
  const mistakes = topicMistakes(topic.slice(accountPrefix(userId).length), topic);
  if (mistakes.length > 0) throw invalidField("topic", ...mistakes);
  return topic;
}

async function unique<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, "channels.user_id, channels.topic")) {
      throw invalidField("topic", MESSAGES.notUnique);
    }
    throw error;
  }
}
