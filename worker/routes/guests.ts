/** Guests: links to a page for chosen devices. */

import { deviceScope, devicesOfScope } from "../../broker/contract/scopes.ts";
import { askAccount } from "../account/account.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { type Call, route, rowRoute } from "../api/call.ts";
import { noteChange } from "../auth/security-log.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { Guest } from "../contract/guests.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { endOfToken } from "../contract/tokens.ts";
import {
  deleteGuest as deleteRow,
  existingDevices,
  type GuestRow,
  insertGuest,
  listGuests as list,
  type NewGuestRow,
  readGuest,
  readWritten,
  updateGuest as updateRow,
} from "../db/guests.ts";
import { scopesColumn } from "../db/json-columns.ts";
import { only } from "../db/statement.ts";
import { appUrl } from "../env.ts";
import { invalidField, limitReached, noSuchEntry, notFound } from "../errors.ts";
import { digest } from "../keys/digest.ts";
import { newBearer } from "../keys/random.ts";

/** `usedAt`: milliseconds since 1970; null: never. */
function guestOf(row: GuestRow, usedAt: number | null): Guest {
  const scopes = scopesColumn.read(row.scopes);
  const existing = existingDevices(row);
  return {
    id: row.id,
    name: row.name,
    devices: devicesOfScope(scopes, "devices:read").filter((id) => existing.includes(id)),
    may: devicesOfScope(scopes, "devices:switch").length > 0 ? "switch" : "see",
    starts_at: isoTimeOrNull(row.starts_at),
    ends_at: isoTimeOrNull(row.expires_at),
    note: row.note,
    created_at: isoTime(row.created_at),
    last_used_at: isoTimeOrNull(usedAt),
  };
}

type Writing = Call<"createGuest"> | Call<"updateGuest", GuestRow>;
type Body = Writing["body"];

/** What a guest may do, as the scopes of its token. */
const scopesOf = ({ devices, may }: Body): string[] =>
  [...new Set(devices)].flatMap((id) => [
    deviceScope("devices:read", id),
    deviceScope("values:read", id),
    ...(may === "switch" ? [deviceScope("devices:switch", id)] : []),
  ]);

/** When the link starts and ends: as before where the body says nothing. Milliseconds since 1970. */
function timesOf(
  { starts_at, ends_at }: Body,
  now: number,
  before: Pick<GuestRow, "starts_at" | "expires_at"> = { starts_at: null, expires_at: null },
): Pick<GuestRow, "starts_at" | "expires_at"> {
  const start = starts_at === undefined ? before.starts_at : starts_at;
  const end = ends_at === undefined ? before.expires_at : ends_at;
  if (end !== null && end !== before.expires_at && end <= now) {
    throw invalidField("ends_at", MESSAGES.past);
  }
  if (end !== null && endOfToken(now, end) === null) throw invalidField("ends_at", MESSAGES.tooFarAhead);
  if (start !== null && end !== null && start >= end) throw invalidField("ends_at", MESSAGES.guestEndsFirst);
  return { starts_at: start, expires_at: end };
}

const fieldsOf = (body: Body, now: number, before?: GuestRow) => ({
  name: body.name,
  scopes: scopesColumn.write(scopesOf(body)),
  ...timesOf(body, now, before),
  note: body.note === undefined ? (before?.note ?? null) : body.note,
});

/** Returns the row that was written; null for none. Throws for a device that the account does not have. */
function writtenRow(
  { foreign, own }: { foreign: D1Result<{ id: string }>; own: D1Result<GuestRow> },
  { devices }: Body,
) {
  const [missing] = foreign.results;
  if (missing !== undefined) throw noSuchEntry("devices", devices, missing.id);
  return own.results[0] ?? null;
}

export const listGuests = rowRoute<"listGuests", GuestRow>(list, async ({ env, caller, read }) => {
  const uses = await askAccount(env, caller.user.id, (account) =>
    account.tokenUses(read.map(({ id }) => id)),
  );
  return read.map((row, at) => guestOf(row, uses[at]?.at ?? null));
});

export const createGuest = route<"createGuest">(async (call) => {
  const { env, caller } = call;
  const token = newBearer("token", caller.user.id);
  const { MAX_GUESTS: max } = limitsOf(env, caller.user);
  const stored = await insert(call, token, max);
  if (stored === null) throw limitReached("MAX_GUESTS", max);
  // on a desk a phone does not reach the address of this machine's own page
  const app = env.LAN_URL || appUrl(env);
  return { ...guestOf(stored, null), url: app === null ? null : `${app}/guest#${token}`, token };
});

async function insert(call: Call<"createGuest">, token: string, max: number): Promise<GuestRow | null> {
  const { env, caller, body, now } = call;
  const { id: userId } = caller.user;
  const id = crypto.randomUUID();
  const row: NewGuestRow = { id, created_at: now, ...fieldsOf(body, now) };
  const written = await addRights(env, userId, {
    insert: insertGuest(userId, { row, tokenHash: digest(token), deviceIds: body.devices }, max),
    noted: await noteChange(call, userId, {
      kind: "guest_created",
      detail: `The link of the guest ${body.name} was created`,
    }),
    ...readWritten(env.DB, userId, { id, deviceIds: body.devices }),
  });
  return writtenRow(written, body);
}

export const updateGuest = rowRoute<"updateGuest", GuestRow>(readGuest, async (call) => {
  const { env, caller, id } = call;
  const stored = await update(call);
  // deleted by another call in the meantime
  if (stored === null) throw notFound();
  const [use] = await askAccount(env, caller.user.id, (account) => account.tokenUses([id]));
  return guestOf(stored, use?.at ?? null);
});

async function update(call: Call<"updateGuest", GuestRow>): Promise<GuestRow | null> {
  const { env, caller, body, now, read, id } = call;
  const { id: userId } = caller.user;
  const before = only(read);
  const row: NewGuestRow = { id, created_at: before.created_at, ...fieldsOf(body, now, before) };
  const written = await changeRights(env, userId, {
    change: updateRow(userId, row, body.devices),
    noted: await noteChange(call, userId, {
      kind: "guest_changed",
      detail: `The link of the guest ${body.name} was changed`,
    }),
    ...readWritten(env.DB, userId, { id, deviceIds: body.devices }),
  });
  return writtenRow(written, body);
}

export const deleteGuest = rowRoute<"deleteGuest", GuestRow>(readGuest, async (call) => {
  const { id: userId } = call.caller.user;
  const detail = `The link of the guest ${only(call.read).name} was deleted`;
  await changeRights(call.env, userId, {
    remove: deleteRow(userId, call.id),
    noted: await noteChange(call, userId, { kind: "guest_deleted", detail }),
  });
  return undefined;
});
