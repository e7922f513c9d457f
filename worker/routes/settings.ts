import { changeRights } from "../account/change-rights.ts";
import { setProfile } from "../db/users.ts";
import type { Route } from "../http/call.ts";

export const readSettings: Route<"readSettings"> = {
  async act({ caller }) {
    return { profile: caller.user.mqtt_profile };
  },
};

export const updateSettings: Route<"updateSettings"> = {
  async act({ env, caller, body }) {
    const { profile } = body;
    if (profile !== caller.user.mqtt_profile) {
      await changeRights(env, caller.user.id, { set: setProfile(caller.user.id, profile) });
    }
    return { profile };
  },
};
