import { changeRights } from "../account/change-rights.ts";
import { changeSettings } from "../db/users.ts";
import type { Route } from "../http/call.ts";
import { settingsOf } from "../present/settings.ts";

export const readSettings: Route<"readSettings"> = {
  async act({ caller }) {
    return settingsOf(caller.user);
  },
};

export const updateSettings: Route<"updateSettings"> = {
  async act({ env, caller, body }) {
    const before = settingsOf(caller.user);
    const { profile, home_assistant = before.home_assistant } = body;
    const after = { profile, home_assistant };
    const isNews = after.profile !== before.profile || after.home_assistant !== before.home_assistant;
    if (isNews) await changeRights(env, caller.user.id, { set: changeSettings(caller.user.id, after) });
    return after;
  },
};
