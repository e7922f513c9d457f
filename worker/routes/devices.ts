import type { ListedDevices } from "../../broker/contract/account.ts";
import type { PlacedOrder } from "../../broker/contract/approval.ts";
import type { AskedCaller } from "../../broker/contract/device-events.ts";
import { askAsVerified, PERHAPS_SWITCHED, switchResultOrThrow } from "../account/account.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { objectRoute } from "../api/by-object.ts";
import { type Call, route, rowRoute } from "../api/call.ts";
import { refuseAsked } from "../auth/asking.ts";
import { refuseWithoutSwitch } from "../auth/guard.ts";
import { noteChange } from "../auth/security-log.ts";
import { API_LIMITS } from "../contract/api-limits.ts";
import type { Device } from "../contract/devices.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { channelsOf, foreignChannel } from "../db/chosen-channels.ts";
import { changeOf, columnsOf, type DeviceColumns, FIELDS_OF_ASKING } from "../db/device-fields.ts";
import {
  type DeviceRow,
  deleteDevice as deleteRows,
  deviceDetailsColumn,
  insertDevice,
  listDevices as list,
  readDevice,
  readInserted,
  showDevice,
  updateDevice as updateRow,
} from "../db/devices.ts";
import { first, only } from "../db/statement.ts";
import { ApiError, invalidField, invalidRequest, limitReached, notFound, switchedAlone } from "../errors.ts";
import { waitingResponse } from "../present/approval.ts";
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
  const row = writtenRow(inserted, call.body);
  if (only(inserted.key.results).has_key === 0) throw invalidRequest(MESSAGES.noApiKey);
  if (row === null) throw limitReached("MAX_DEVICES", max);
  return deviceOf(row);
});

/** It has a state that nobody ordered, now or once it was switched on. */
const switchesByItself = ({ state, auto_off, off_on_disconnect }: Call<"createDevice">["body"]): boolean =>
  state === true || (auto_off ?? 0) > 0 || off_on_disconnect === true;

function insert({ env, caller, body, now }: Call<"createDevice">, max: number) {
  const [id, userId, channels] = [crypto.randomUUID(), caller.user.id, chosen(body.channels) ?? []];
  const device = { id, name: body.name, state: body.state ? 1 : 0, now, ...columnsOf(body) } as const;
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
  const { ask_first: asked = askedBy(before) } = body;
  if (askedBy(before).some((each) => !asked.includes(each))) {
    refuseAsked(caller, before, "taking a caller off ask_first");
  }
  if (isSwitchedOffOtherwise(body, before)) refuseAsked(caller, before, "setting what switches it off");
  const { state, taken, waiting } = await switchIt(call, { state: previous, taken: wasTaken }, channels);
  const row = await store(call, channels).catch((error: unknown) => {
    const isRefused = error instanceof ApiError && error.status < 500;
    throw state === previous || isRefused ? error : switchedAlone(state, error);
  });
  return waiting === undefined ? { ...deviceOf(row, sighting), state, taken } : waitingResponse(waiting);
});

const isSwitchedOffOtherwise = (
  { auto_off: seconds, off_on_disconnect: isOffWhenLost }: ChangingDevice["body"],
  before: DeviceRow,
): boolean =>
  (seconds !== undefined && seconds !== before.auto_off) ||
  (isOffWhenLost !== undefined && isOffWhenLost !== (before.off_on_disconnect === 1));

const bearerOf = ({ token, session }: ChangingDevice["caller"]) =>
  ({ kind: token === null ? "session" : "token", digest: session.tokenHash }) as const;

const askedBy = ({ ask_first }: DeviceRow): readonly AskedCaller[] => FIELDS_OF_ASKING.read(ask_first);

/** Switches when the body has another state, or orders it of the owner. A command that was sent just now is not taken yet. */
async function switchIt(
  call: ChangingDevice,
  { state, taken }: Pick<Device, "state" | "taken">,
  channels: string[] | null,
): Promise<Pick<Device, "state" | "taken"> & { waiting?: PlacedOrder }> {
  const wanted = call.body.state ?? state;
  if (wanted === state) return { state, taken };
  if (channels !== null) await checkChannels(call, channels);
  const switched = await commanded(call, wanted);
  // the order waits, and the rest is stored
  if ("approval" in switched) return { state, taken, waiting: switched };
  return { state: wanted, taken: false };
}

async function commanded({ env, caller, id, browser }: ChangingDevice, isOn: boolean) {
  const how = { actor: browser ? "browser" : "api", wait: 0 } as const;
  const outcome = await askAsVerified(
    env,
    caller.user.id,
    (calls) => calls.devices.switchDevice(id, isOn ? "on" : "off", how),
    { lost: PERHAPS_SWITCHED, bearer: bearerOf(caller) },
  );
  return switchResultOrThrow(env, outcome);
}

function checkControls({ env, caller, body }: Pick<Call<"createDevice">, "env" | "caller" | "body">): void {
  const { MAX_CONTROLS: most } = limitsOf(env, caller.user);
  if (most > 0 && (body.controls?.length ?? 0) > most) {
    throw invalidField("controls", API_LIMITS.MAX_CONTROLS.http.words(most));
  }
}

/** Null when the channels are unchanged: then no rights change. */
function newChannels(before: DeviceRow, ids: string[] | null): string[] | null {
  if (before.found !== null && ids !== null && ids.length > 0) {
    throw invalidField("channels", MESSAGES.foundHasNoChannels);
  }
  const present = channelsOf(before).map((channel) => channel.id);
  return ids === null || ids.join() === present.join() ? null : ids;
}

async function checkChannels({ env, caller, body }: ChangingDevice, channels: string[]): Promise<void> {
  refuseForeign(await first(foreignChannel(env.DB, caller.user.id, channels)), body);
}

async function store(call: ChangingDevice, channels: string[] | null): Promise<DeviceRow> {
  const { env, caller, body, read } = call;
  const before = only(read);
  const columns = columnsOf(body);
  const { isChanged, isActedOn } = changeOf(columns, before);
  if (channels === null && !isChanged) return before;
  const { id: userId } = caller.user;
  const noted = await noteAsking(call, before, columns);
  const changed = () => {
    const { change, ...others } = updateRow(env.DB, userId, { id: before.id, ...columns }, channels);
    return changeRights(env, userId, { change, noted, ...others });
  };
  const row =
    channels === null && !isActedOn
      ? (await addRights(env, userId, showDevice(env.DB, userId, before.id, columns))).own.results[0]
      : writtenRow(await changed(), body);
  // Deleted by another call in the meantime.
  if (!row) throw notFound();
  return row;
}

const PLURALS = { token: "tokens", app: "apps", guest: "guests", watch: "watches" } as const;

/** For the batch of the change: about whom the device asks from now on, if that changes. */
async function noteAsking(
  call: ChangingDevice,
  before: DeviceRow,
  { ask_first: column }: DeviceColumns,
): Promise<D1PreparedStatement[]> {
  if (column === undefined || column === before.ask_first) return [];
  const callers = FIELDS_OF_ASKING.read(column).map((each) => PLURALS[each]);
  const about = callers.length === 0 ? "nobody" : callers.join(", ");
  const detail = `${call.body.name} asks its owner first about: ${about}`;
  return noteChange(call, call.caller.user.id, { kind: "ask_first_changed", detail });
}

export const deleteDevice = rowRoute<"deleteDevice", DeviceRow>(readDevice, async (call) => {
  const { env, caller, id, read } = call;
  // another maker's device still listens, and nothing would guard its command topic
  refuseAsked(caller, only(read), "deleting the device");
  await changeRights(env, caller.user.id, deleteRows(caller.user.id, id));
  return undefined;
});
