/** Settings for all clients of an account. */

import { displayTopic } from "../../broker/contract/topics.ts";
import { askAccount } from "../account/account.ts";
import { changeRights } from "../account/change-rights.ts";
import { route } from "../api/call.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { Settings } from "../contract/settings.ts";
import { changeSettings } from "../db/users.ts";
import type { Env } from "../env.ts";
import { invalidField } from "../errors.ts";
import { historyKeptOf, settingsOf } from "../present/user.ts";

export const readSettings = route<"readSettings">(async ({ env, caller }) => {
  return withHistory(env, caller.user.id, settingsOf(caller.user));
});

/** An account without history asks its object nothing. */
async function withHistory(env: Env, userId: string, settings: Settings): Promise<Settings> {
  if (settings.history.length === 0) return settings;
  const use = await askAccount(env, userId, (account) => account.historyUse());
  return { ...settings, history_kept: historyKeptOf(use) };
}

/** Throws for a filter that is in the list twice. */
function storedFilters(userId: string, given: Settings["history"]): Settings["history"] {
  const history = given.map(({ filter, days }) => ({ filter: displayTopic(userId, filter), days }));
  const isTwice = new Set(history.map(({ filter }) => filter)).size < history.length;
  if (isTwice) throw invalidField("history", MESSAGES.sameFilter);
  return history;
}

export const updateSettings = route<"updateSettings">(async ({ env, caller, body }) => {
  const before = settingsOf(caller.user);
  const { profile, home_assistant = before.home_assistant, history = before.history } = body;
  const after = { profile, home_assistant, history: storedFilters(caller.user.id, history) };
  const isNews = JSON.stringify(after) !== JSON.stringify(before);
  if (!isNews) return withHistory(env, caller.user.id, before);
  const { set } = await changeRights(env, caller.user.id, { set: changeSettings(caller.user.id, after) });
  const [stored] = set.results;
  return withHistory(env, caller.user.id, stored === undefined ? after : settingsOf(stored));
});
