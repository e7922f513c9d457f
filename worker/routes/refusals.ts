/** Refusals: the log, and the fix for one. */

import type { StoredRefusal as Noted, Remedy, StoredRefusal } from "../../broker/contract/account.ts";
import { adviceOf } from "../../broker/contract/account.ts";
import { displayTopic } from "../../broker/contract/topics.ts";
import { askAccount, askAsVerified } from "../account/account.ts";
import { changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { objectRoute } from "../api/by-object.ts";
import { type Call, route } from "../api/call.ts";
import { noteChange } from "../auth/security-log.ts";
import type { Credential } from "../contract/credentials.ts";
import { isoTime } from "../contract/fields.ts";
import { MAX_CHANNEL_NAME } from "../contract/limits.ts";
import type { Refusal } from "../contract/refusals.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { Settings } from "../contract/settings.ts";
import { type CredentialRow, changeName, changeView, grantTopic } from "../db/credentials.ts";
import { changeSettings } from "../db/users.ts";
import { invalidRequest, limitReached, notFound } from "../errors.ts";
import { settingsOf } from "../present/user.ts";
import { shown } from "./shown-credential.ts";
import { withNewName } from "./unique.ts";

const NO_SETTING = "No setting would allow it: change the client.";

const refusalOf = (noted: Noted): Refusal => ({
  id: noted.id,
  at: isoTime(noted.at),
  kind: noted.kind,
  client_id: noted.clientId,
  client_kind: noted.clientKind,
  client_name: noted.clientName,
  device_id: noted.deviceId ?? null,
  tried: noted.tried,
  rule: noted.rule,
  nearest: noted.nearest,
  fix: noted.fix && { credential_id: noted.fix.credentialId, topic: noted.fix.topic },
  remedy: shownRemedy(noted.remedy),
  advice: noted.advice ?? (noted.remedy === null ? NO_SETTING : adviceOf(noted.remedy)),
  key: noted.key ?? null,
  byte: noted.byte ?? null,
  count: noted.count ?? 1,
});

function shownRemedy(remedy: Remedy | null): Refusal["remedy"] {
  if (remedy === null || !("credentialId" in remedy)) return remedy;
  const { credentialId: credential_id, ...rest } = remedy;
  return { ...rest, credential_id };
}

export const listRefusals = objectRoute<"listRefusals", StoredRefusal[]>({
  act: (calls) => calls.account.refusals(),
  show: (refusals) => refusals.map(refusalOf),
});

/** The client's rights change before the response: its next try passes. */
export const fixRefusal = route<"fixRefusal">(async (call) => {
  const remedy = await noted(call);
  switch (remedy.kind) {
    case "grant":
      return giveChannel(call, remedy);
    case "view":
    case "username":
      return change(call, remedy);
    case "profile":
      return allOfMqtt(call);
    default:
      throw invalidRequest(MESSAGES.noRemedy);
  }
});

type Fixing = Call<"fixRefusal">;
type Of<Kind> = Extract<Remedy, { kind: Kind }>;

async function noted({ env, caller, id }: Fixing): Promise<Remedy> {
  const log = await askAsVerified(env, caller.user.id, (calls) => calls.account.refusals());
  const refusal = log.find((each) => each.id === id);
  if (refusal === undefined) throw notFound();
  if (refusal.remedy === null) throw invalidRequest(MESSAGES.noRemedy);
  return refusal.remedy;
}

const FIXED = {
  kind: "credential_changed",
  detail: "A credential was changed, so that a blocked client may do what it tried",
} as const;

async function giveChannel(call: Fixing, { credentialId, topic }: Of<"grant">): Promise<Credential> {
  const { env, caller, now } = call;
  const { id: userId } = caller.user;
  const { MAX_CHANNELS: max } = limitsOf(env, caller.user);
  const name = displayTopic(userId, topic).slice(0, MAX_CHANNEL_NAME);
  const channel = { id: crypto.randomUUID(), name, topic, now };
  const { own, ...granting } = grantTopic(env.DB, userId, credentialId, channel, max);
  const noted = await noteChange(call, userId, FIXED);
  const credential = await answered(call, () => changeRights(env, userId, { ...granting, noted, own }));
  const granted = credential.channels.some((each) => each.topic === topic);
  if (!granted) throw limitReached("MAX_CHANNELS", max);
  return credential;
}

/** Repeating it changes nothing, and drops no client. */
async function change(call: Fixing, remedy: Of<"view" | "username">): Promise<Credential> {
  const { env, caller } = call;
  const { id: userId } = caller.user;
  const noted = await noteChange(call, userId, FIXED);
  const write = ({ update, own }: ReturnType<typeof changeView>) =>
    changeRights(env, userId, { update, noted, own });
  return answered(call, () =>
    remedy.kind === "view"
      ? write(changeView(env.DB, userId, remedy.credentialId, remedy.view))
      : withNewName((name) => write(changeName(env.DB, userId, remedy.credentialId, name))),
  );
}

async function answered(
  call: Fixing,
  write: () => Promise<{ own: D1Result<CredentialRow> }>,
): Promise<Credential> {
  // before any change: if it fails, nothing has changed
  const lastUses = await askAccount(call.env, call.caller.user.id, (account) => account.lastUses());
  const [row] = (await write()).own.results;
  // the credential was deleted in the meantime
  if (row === undefined) throw notFound();
  return shown(call, row, lastUses);
}

async function allOfMqtt({ env, caller }: Fixing): Promise<Settings> {
  const settings: Settings = { ...settingsOf(caller.user), profile: "full" };
  await changeRights(env, caller.user.id, { set: changeSettings(caller.user.id, settings) });
  return settings;
}
