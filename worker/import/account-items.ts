/** PURE. The account itself, its settings and channels; and what stays behind in the other account. */

import { belowRoot, fieldsOf, rowItem } from "./match.ts";
import { lost, type PlanContext, type PlannedItem } from "./planned.ts";

export function accountItems(context: PlanContext): PlannedItem[] {
  return [
    ...ofAnotherAccount(context),
    ...userItem(context),
    ...settingsItem(context),
    ...apiKeyItem(context),
    ...channelItems(context),
  ];
}

/** Secrets of the account, which no call takes. */
function ofAnotherAccount({ exported, present }: PlanContext): PlannedItem[] {
  if (exported.user.id === present.user.id || exported.user.id === "") return [];
  const again = "Secrets of an account are not taken over: make a new one where it is needed.";
  return [
    lost("e-mail address and password of the account", "This account keeps its own."),
    ...exported.api_keys.map(({ created_at = "" }) => lost(`API key of ${created_at.slice(0, 10)}`, again)),
    ...exported.tokens.map(({ name }) => lost(`token "${name}"`, again)),
  ];
}

/** The names of a person who has none yet. The address stays, and a call needs it. */
function userItem({ exported: { user }, present }: PlanContext): PlannedItem[] {
  const { email, first_name, last_name, time_zone, clock } = present.user;
  const body = {
    email,
    first_name: first_name || (user.first_name ?? ""),
    last_name: last_name || (user.last_name ?? ""),
    time_zone: user.time_zone === undefined ? time_zone : user.time_zone,
    clock: user.clock ?? clock,
  };
  // the call needs both names
  if (body.first_name === "" || body.last_name === "") return [];
  const update = { name: "updateUser", body } as const;
  const same = { id: user.id, row: present.user, ids: new Map() };
  return [rowItem("time zone and clock", { create: null, update }, same)];
}

function settingsItem({ exported: { settings }, present, ids }: PlanContext): PlannedItem[] {
  if (settings?.profile === undefined) return [];
  const update = { name: "updateSettings", body: fieldsOf(settings, ["profile", "home_assistant"]) } as const;
  return [rowItem("MQTT settings", { create: null, update }, { id: "", row: present.settings, ids })];
}

/** A device is made only in an account with an API key. */
function apiKeyItem({ exported, present }: PlanContext): PlannedItem[] {
  if (present.api_keys.length > 0 || exported.devices.length === 0) return [];
  const note = "It is a new one: an account with devices needs an API key.";
  return [{ what: "API key", action: "create", call: { name: "createApiKey" }, note }];
}

function channelItems({ exported, present, ids }: PlanContext): PlannedItem[] {
  return exported.channels.map((channel) => {
    const topic = belowRoot(channel.topic, exported.user.id);
    const body = {
      ...fieldsOf(channel, ["name", "description", "series"]),
      topic: `${present.user.id}/${topic}`,
    };
    const own = ids.get(channel.id);
    const calls = {
      create: { name: "createChannel", body },
      update: { name: "updateChannel", id: own ?? "", body },
    } as const;
    const row = present.channels.find(({ id }) => id === own);
    return rowItem(`channel "${channel.name}" (${topic})`, calls, { id: channel.id, row, ids });
  });
}
