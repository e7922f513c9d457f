import type { Grant } from "../../broker/contract/grants.ts";
import { askAccount } from "../account/account.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { type Call, route, rowRoute } from "../api/call.ts";
import { noteChange } from "../auth/security-log.ts";
import { storedFilter } from "../contract/credentials.ts";
import { entrySentence } from "../contract/field-errors.ts";
import { filterMistakes } from "../contract/fields.ts";
import {
  type CredentialRow,
  deleteCredential as deleteRow,
  insertCredential,
  listCredentials as list,
  type NewCredential,
  readCredential,
  updateCredential as updateRow,
} from "../db/credentials.ts";
import { only } from "../db/statement.ts";
import { invalidField, limitReached, notFound } from "../errors.ts";
import { newPassword } from "../keys/random.ts";
import { seal } from "../keys/seal.ts";
import { sharedChannels } from "../present/channel.ts";
import { chosen, writtenRow } from "./chosen.ts";
import { passwordOf, place, shown } from "./shown-credential.ts";
import { unique, withNewName } from "./unique.ts";

export const listCredentials = rowRoute<"listCredentials", CredentialRow>(list, async (call) => {
  const lastUses = await askAccount(call.env, call.caller.user.id, (account) => account.lastUses());
  const presentChannel = sharedChannels();
  return Promise.all(call.read.map((row) => shown(call, row, lastUses, presentChannel)));
});

export const createCredential = route<"createCredential">(async (call) => {
  const { MAX_CREDENTIALS: max } = limitsOf(call.env, call.caller.user);
  const { username } = call.body;
  const row = await newRow(call);
  const insert = (name: string) =>
    insertRow(call, { ...row, username: name, serverMade: username === undefined }, max);
  const left = username === undefined ? withNewName(insert) : uniqueName(insert(username));
  const written = writtenRow(await left, call.body);
  if (written === null) throw limitReached("MAX_CREDENTIALS", max);
  return shown(call, written);
});

type Named = "username" | "serverMade";

async function newRow({
  env,
  caller,
  body,
  now,
}: Call<"createCredential">): Promise<Omit<NewCredential, Named>> {
  const [id, user_id] = [crypto.randomUUID(), caller.user.id];
  const { name, view = "account", channels = [], device = null } = body;
  const given = checkedGrants(user_id, body.grants) ?? [];
  const mayNothing = channels.length === 0 && given.length === 0 && device === null;
  const grants = view === "root" && mayNothing ? EVERYTHING : given;
  const sealed = await seal(env, body.password ?? newPassword(), place({ id, user_id }));
  return { id, name, sealed, view, grants, device, now };
}

/** Stored explicitly, so that removing a channel never widens the rights. */
const EVERYTHING: readonly Grant[] = [{ filter: "#", publish: true, subscribe: true }];

async function insertRow(call: Call<"createCredential">, row: NewCredential, max: number) {
  const { env, body } = call;
  const { id: userId } = call.caller.user;
  const { insert, ...rest } = insertCredential(env.DB, userId, row, chosen(body.channels) ?? [], max);
  const noted = await noteChange(call, userId, {
    kind: "credential_created",
    detail: `The credential ${row.name} was created`,
  });
  return addRights(env, userId, { insert, noted, ...rest });
}

export const updateCredential = rowRoute<"updateCredential", CredentialRow>(readCredential, async (call) => {
  const { env, caller, body } = call;
  // before any change: if it fails, nothing has changed
  const lastUses = await askAccount(env, caller.user.id, (account) => account.lastUses());
  const { update, ...rest } = updateRow(
    env.DB,
    caller.user.id,
    await changedRow(call),
    chosen(body.channels),
  );
  const noted = await noteChange(call, caller.user.id, {
    kind: "credential_changed",
    detail: `The credential ${only(call.read).name} was changed`,
  });
  const left = uniqueName(changeRights(env, caller.user.id, { update, noted, ...rest }));
  const written = writtenRow(await left, body);
  // Deleted by another call in the meantime.
  if (written === null) throw notFound();
  return shown(call, written, lastUses);
});

/** The same password again changes nothing: no client is dropped. */
async function changedRow({ env, caller, body, read }: Call<"updateCredential", CredentialRow>) {
  const before = only(read);
  const { name, username, password, view, device } = body;
  const isNew = password !== undefined && password !== (await passwordOf(env, before));
  const sealed = isNew ? await seal(env, password, place(before)) : undefined;
  const grants = checkedGrants(caller.user.id, body.grants);
  return { id: before.id, name, username, sealed, view, grants, device };
}

export const deleteCredential = rowRoute<"deleteCredential", CredentialRow>(readCredential, async (call) => {
  const { id: userId } = call.caller.user;
  const detail = `The credential ${only(call.read).name} was deleted`;
  await changeRights(call.env, userId, {
    remove: deleteRow(userId, call.id),
    noted: await noteChange(call, userId, { kind: "credential_deleted", detail }),
  });
  return undefined;
});

type GivenGrant = { filter: string; publish?: boolean | undefined; subscribe?: boolean | undefined };

/** Returns the grants as stored, or throws the fault of a filter. */
function checkedGrants(userId: string, given: readonly GivenGrant[] | undefined): Grant[] | undefined {
  const grants = given?.map(({ filter, publish = false, subscribe = false }) => ({
    filter: storedFilter(userId, filter),
    publish,
    subscribe,
  }));
  const mistakes = (grants ?? []).flatMap(({ filter }, at) =>
    filterMistakes(filter).map((mistake) => entrySentence([at, "filter"], mistake)),
  );
  if (mistakes.length > 0) throw invalidField("grants", ...mistakes);
  return grants;
}

const uniqueName = <T>(write: Promise<T>) =>
  unique("username", "credentials.user_id, credentials.username", write);
