import { changeRights } from "../account/change-rights.ts";
import { route } from "../api/call.ts";
import { changeSettings } from "../db/users.ts";
import { settingsOf } from "../present/user.ts";

export const readSettings = route<"readSettings">(async ({ caller }) => {
  return settingsOf(caller.user);
});

export const updateSettings = route<"updateSettings">(async ({ env, caller, body }) => {
  const before = settingsOf(caller.user);
  const { profile, home_assistant = before.home_assistant } = body;
  const after = { profile, home_assistant };
  const isNews = after.profile !== before.profile || after.home_assistant !== before.home_assistant;
  if (!isNews) return before;
  const { set } = await changeRights(env, caller.user.id, { set: changeSettings(caller.user.id, after) });
  const [stored] = set.results;
  return stored === undefined ? after : settingsOf(stored);
});
