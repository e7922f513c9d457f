import type { ListedDevices } from "../../broker/contract/account.ts";
import { taken as accepted, askAsVerified, PERHAPS_SWITCHED } from "../account/account.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { objectRoute } from "../api/by-object.ts";
import { type Call, route, rowRoute } from "../api/call.ts";
import { refuseWithoutSwitch } from "../auth/guard.ts";
import { API_LIMITS } from "../contract/api-limits.ts";
import type { Device } from "../contract/devices.ts";
import { COMMAND_TTL } from "../contract/limits.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { channelsOf, foreignChannel } from "../db/chosen-channels.ts";
import {
  type DeviceRow,
  deleteDevice as deleteRows,
  deviceDetailsColumn,
  insertDevice,
  listDevices as list,
  readDevice,
  readInserted,
  renameDevice,
  type SwitchingOptions,
  updateDevice as updateRow,
} from "../db/devices.ts";
import { controlsColumn, labelsColumn, shownColumn, tilesColumn } from "../db/json-columns.ts";
import { first, only } from "../db/statement.ts";
import { ApiError, invalidField, invalidRequest, limitReached, notFound, switchedAlone } from "../errors.ts";
import { sharedChannels } from "../present/channel.ts";
import { deviceOf, forGuest } from "../present/device.ts";
import { chosen, refuseForeign, writtenRow } from "./chosen.ts";

export const listDevices = objectRoute<"listDevices", ListedDevices, DeviceRow>({
  needs: {
    // The pinned ones may stand behind the first `size`.
    find: (db, session, { query }) => list(db, session, query.pinned ? undefined : query.size),
    stored: deviceDetailsColumn,
  },
  act: (calls) => calls.devices.listed(),
  show: ({ sightings: seen, shown, isForGuest }, { query }, rows) => {
    const own = rows.filter(({ id }) => shown === null || shown.includes(id));
    const inOrder = own.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
    const pinned = query.pinned ? inOrder.filter((row) => row.pinned === 1) : [];
    const listed = pinned.length > 0 ? pinned : inOrder.slice(0, query.size);
    const presentChannel = sharedChannels();
    const devices = listed.map((row) => deviceOf(row, seen[row.id], presentChannel));
    return isForGuest ? devices.map(forGuest) : devices;
  },
});

export const createDevice = route<"createDevice">(async (call) => {
  const { MAX_DEVICES: max } = limitsOf(call.env, call.caller.user);
  if (switchesByItself(call.body)) refuseWithoutSwitch(call.caller);
  checkControls(call);
  const inserted = await insert(call, max);
  const row = writtenRow(inserted);
  if (only(inserted.key.results).has_key === 0) throw invalidRequest(MESSAGES.noApiKey);
  if (row === null) throw limitReached("MAX_DEVICES", max);
  return deviceOf(row);
});

/** It has a state that nobody ordered, now or once it was switched on. */
const switchesByItself = ({ state, auto_off, off_on_disconnect }: Call<"createDevice">["body"]): boolean =>
  state === true || (auto_off ?? 0) > 0 || off_on_disconnect === true;

function insert({ env, caller, body, now }: Call<"createDevice">, max: number) {
  const [id, userId, channels] = [crypto.randomUUID(), caller.user.id, chosen(body.channels) ?? []];
  const device = {
    id,
    name: body.name,
    state: body.state ?? false,
    now,
    ...switchingOf(body),
    ...looksOf(body),
  };
  return addRights(env, userId, {
    ...insertDevice(userId, device, channels, max),
    ...readInserted(env.DB, userId, id, channels),
  });
}

type ChangingDevice = Call<"updateDevice", DeviceRow>;

/** The switch comes first: if the broker does not accept it nothing is changed. The broker stores the state. */
export const updateDevice = rowRoute<"updateDevice", DeviceRow>(readDevice, async (call) => {
  const { env, caller, body, read } = call;
  const before = only(read);
  const channels = newChannels(before, chosen(body.channels));
  checkControls(call);
  const { sighting } = await askAsVerified(env, caller.user.id, (calls) => calls.devices.presence(before.id));
  const { state: previous, taken: wasTaken } = deviceOf(before, sighting);
  const { state, taken } = await switchIt(call, { state: previous, taken: wasTaken }, channels);
  const row = await store(call, channels).catch((error: unknown) => {
    const isRefused = error instanceof ApiError && error.status < 500;
    throw state === previous || isRefused ? error : switchedAlone(state, error);
  });
  return { ...deviceOf(row, sighting), state, taken };
});

/** Switches when the body has another state. A command that was sent just now is not taken yet. */
async function switchIt(
  call: ChangingDevice,
  { state, taken }: Pick<Device, "state" | "taken">,
  channels: string[] | null,
): Promise<Pick<Device, "state" | "taken">> {
  const { env, caller, id, body, browser } = call;
  const wanted = body.state ?? state;
  if (wanted === state) return { state, taken };
  if (channels !== null) await checkChannels(call, channels);
  const how = { actor: browser ? "browser" : "api", wait: 0 } as const;
  const outcome = await askAsVerified(
    env,
    caller.user.id,
    (calls) => calls.devices.switchDevice(id, wanted ? "on" : "off", how),
    { lost: PERHAPS_SWITCHED },
  );
  accepted(outcome);
  return { state: wanted, taken: false };
}

/** Omitted values stay, or have their defaults. */
const switchingOf = (
  body: { [K in keyof SwitchingOptions]?: SwitchingOptions[K] | undefined },
  before?: DeviceRow,
): SwitchingOptions => ({
  command_ttl: body.command_ttl ?? before?.command_ttl ?? COMMAND_TTL.default,
  auto_off: body.auto_off ?? before?.auto_off ?? 0,
  off_on_disconnect: body.off_on_disconnect ?? before?.off_on_disconnect === 1,
  on_connect: body.on_connect ?? before?.on_connect ?? "nothing",
});

function shownOf({ shown_values: keys }: { shown_values?: string[] | null | undefined }, before?: DeviceRow) {
  if (keys === undefined) return before?.shown_values ?? null;
  return keys && shownColumn.write([...new Set(keys)]);
}

/** Names and units of keys, as JSON; null for none. */
function labelsIn({ value_labels: labels }: Call<"createDevice">["body"], before?: DeviceRow) {
  if (labels === undefined) return before?.value_labels ?? null;
  const given = labels
    .map(({ key, name, unit }) => [key, { name: name || null, unit: unit || null }] as const)
    .filter(([, { name, unit }]) => name !== null || unit !== null);
  return given.length === 0 ? null : labelsColumn.write(Object.fromEntries(given));
}

const controlsIn = ({ controls }: Call<"createDevice">["body"], before?: DeviceRow): string | null => {
  if (controls === undefined) return before?.controls ?? null;
  return controls.length === 0 ? null : controlsColumn.write(controls);
};

const tilesIn = ({ tiles }: Call<"createDevice">["body"], before?: DeviceRow): string | null => {
  if (tiles === undefined) return before?.tiles ?? null;
  return tiles.length === 0 ? null : tilesColumn.write(tiles);
};

function checkControls({ env, caller, body }: Pick<Call<"createDevice">, "env" | "caller" | "body">): void {
  const { MAX_CONTROLS: most } = limitsOf(env, caller.user);
  if (most > 0 && (body.controls?.length ?? 0) > most) {
    throw invalidField("controls", API_LIMITS.MAX_CONTROLS.http.words(most));
  }
}

const looksOf = (body: Call<"createDevice">["body"], before?: DeviceRow) => ({
  shown_values: shownOf(body, before),
  value_labels: labelsIn(body, before),
  controls: controlsIn(body, before),
  room: body.room ?? before?.room ?? "",
  pinned: body.pinned ?? before?.pinned === 1,
  tiles: tilesIn(body, before),
});

const sameLooks = (a: ReturnType<typeof looksOf>, b: DeviceRow): boolean =>
  a.shown_values === b.shown_values &&
  a.value_labels === b.value_labels &&
  a.controls === b.controls &&
  a.room === b.room &&
  a.pinned === (b.pinned === 1) &&
  a.tiles === b.tiles;

const sameSwitching = (a: SwitchingOptions, b: DeviceRow): boolean =>
  a.command_ttl === b.command_ttl &&
  a.auto_off === b.auto_off &&
  a.off_on_disconnect === (b.off_on_disconnect === 1) &&
  a.on_connect === b.on_connect;

/** Null when the channels are unchanged: then no rights change. */
function newChannels(before: DeviceRow, ids: string[] | null): string[] | null {
  if (before.found !== null && ids !== null && ids.length > 0) {
    throw invalidField("channels", MESSAGES.foundHasNoChannels);
  }
  const present = channelsOf(before).map((channel) => channel.id);
  return ids === null || ids.join() === present.join() ? null : ids;
}

async function checkChannels({ env, caller }: ChangingDevice, channels: string[]): Promise<void> {
  refuseForeign(await first(foreignChannel(env.DB, caller.user.id, channels)));
}

async function store(call: ChangingDevice, channels: string[] | null): Promise<DeviceRow> {
  const { env, caller, body, read } = call;
  const before = only(read);
  const looks = looksOf(body, before);
  const device = { ...switchingOf(body, before), ...looks, id: before.id, name: body.name };
  // The rights are unchanged.
  const settled = channels === null && sameSwitching(device, before);
  if (settled && device.name === before.name && sameLooks(looks, before)) return before;
  const row = settled
    ? (await addRights(env, caller.user.id, renameDevice(env.DB, caller.user.id, device))).own.results[0]
    : await change(call, device, channels);
  // Deleted by another call in the meantime.
  if (!row) throw notFound();
  return row;
}

async function change(
  { env, caller }: ChangingDevice,
  device: Parameters<typeof updateRow>[2],
  channels: string[] | null,
) {
  const userId = caller.user.id;
  return writtenRow(await changeRights(env, userId, updateRow(env.DB, userId, device, channels)));
}

export const deleteDevice = rowRoute<"deleteDevice", DeviceRow>(readDevice, async ({ env, caller, id }) => {
  await changeRights(env, caller.user.id, deleteRows(caller.user.id, id));
  return undefined;
});
