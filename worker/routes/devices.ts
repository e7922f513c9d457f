import { COMMAND_TTL } from "../contract/limits.ts";
import { MESSAGES } from "../contract/messages.ts";
import { foreignChannel } from "../db/chosen-channels.ts";
import {
  type DeviceRow,
  deleteDevice as deleteRows,
  insertDevice,
  listDevices as list,
  readDevice,
  type Switching,
  updateDevice as updateRow,
} from "../db/devices.ts";
import { firstRow, rowsOf } from "../db/rows.ts";
import { raiseRightsVersion } from "../db/users.ts";
import { settings } from "../env.ts";
import { invalidRequest, notFound } from "../errors.ts";
import type { Call, Route } from "../http/call.ts";
import { changingRights, switchDevice } from "../ports/notify.ts";
import * as present from "../present.ts";
import { chosen } from "./chosen.ts";
import { refuseForeign } from "./credentials.ts";

export const listDevices: Route<"listDevices"> = {
  alongside: (session, { env, query }) => [list(env.DB, session, query.size)],
  async act({ read }) {
    return rowsOf<DeviceRow>(read[0]).map(present.device);
  },
};

export const createDevice: Route<"createDevice"> = {
  async act({ env, caller, body, now }) {
    const { MAX_DEVICES: max } = settings(env).limits;
    const id = crypto.randomUUID();
    const device = { ...switchingOf(body), id, name: body.name, state: body.state ?? false, now };
    const channels = chosen(body.channels) ?? [];
    const insert = (also: D1PreparedStatement[] = []) =>
      insertDevice(env.DB, caller.user.id, device, channels, max, also);
    // the broker goes by the defaults until it is told otherwise
    const written = isDefault(device)
      ? await insert()
      : await changingRights(env, caller.user.id, () => insert([raiseRightsVersion(env.DB, caller.user.id)]));
    refuseForeign(written.foreign);
    if (!written.hasKey) throw invalidRequest(MESSAGES.noApiKey);
    if (written.row === null) throw invalidRequest(MESSAGES.tooManyDevices(max));
    return present.device(written.row);
  },
};

/** The switch comes first: if the broker does not take it nothing is changed. The broker writes the state. */
export const updateDevice: Route<"updateDevice"> = {
  alongside: (session, { env, id }) => [readDevice(env.DB, session, id)],
  async act(call) {
    const { env, caller, body, read, browser } = call;
    const before = firstRow<DeviceRow>(read[0]);
    const channels = newChannels(before, chosen(body.channels));
    const switched = body.state !== undefined && body.state !== (before.state === 1);
    if (switched) {
      if (channels !== null) await checkChannels(call, channels);
      await switchDevice(env, caller.user.id, before.id, { on: body.state === true, browser });
    }
    const switching = switchingOf(body, before);
    const settled = channels === null && sameSwitching(switching, before);
    const row = body.name === before.name && settled ? before : await store(call, channels, settled);
    return present.device(switched ? { ...row, state: body.state ? 1 : 0 } : row);
  },
};

/** What the body leaves out stays, or is as it is by default. */
const switchingOf = (
  body: { [K in keyof Switching]?: Switching[K] | undefined },
  before?: DeviceRow,
): Switching => ({
  command_ttl: body.command_ttl ?? before?.command_ttl ?? COMMAND_TTL.default,
  auto_off: body.auto_off ?? before?.auto_off ?? 0,
  off_on_disconnect: body.off_on_disconnect ?? before?.off_on_disconnect === 1,
});

const sameSwitching = (a: Switching, b: DeviceRow): boolean =>
  a.command_ttl === b.command_ttl &&
  a.auto_off === b.auto_off &&
  a.off_on_disconnect === (b.off_on_disconnect === 1);

const isDefault = ({ command_ttl, auto_off, off_on_disconnect }: Switching): boolean =>
  command_ttl === COMMAND_TTL.default && auto_off === 0 && !off_on_disconnect;

/** Null when they are the ones that the device has: then nobody's rights change. */
function newChannels(before: DeviceRow, ids: string[] | null): string[] | null {
  const present = (JSON.parse(before.channels) as { id: string }[]).map((channel) => channel.id);
  return ids === null || ids.join() === present.join() ? null : ids;
}

async function checkChannels({ env, caller }: Call<"updateDevice">, channels: string[]): Promise<void> {
  const foreign = await foreignChannel(env.DB, caller.user.id, channels).first<{ id: string }>();
  refuseForeign(foreign?.id ?? null);
}

async function store(
  { env, caller, id, body, read }: Call<"updateDevice">,
  channels: string[] | null,
  /** Nothing that the broker goes by is changed. */
  settled: boolean,
): Promise<DeviceRow> {
  const userId = caller.user.id;
  const device = { ...switchingOf(body, firstRow<DeviceRow>(read[0])), id, name: body.name };
  const written = settled
    ? await updateRow(env.DB, userId, device, null, [])
    : await changingRights(env, userId, () =>
        updateRow(env.DB, userId, device, channels, [raiseRightsVersion(env.DB, userId)]),
      );
  refuseForeign(written.foreign);
  // Deleted by another call in the meantime.
  if (written.row === null) throw notFound();
  return written.row;
}

export const deleteDevice: Route<"deleteDevice"> = {
  alongside: (session, { env, id }) => [readDevice(env.DB, session, id)],
  async act({ env, caller, id }) {
    await changingRights(env, caller.user.id, () =>
      env.DB.batch([...deleteRows(env.DB, caller.user.id, id), raiseRightsVersion(env.DB, caller.user.id)]),
    );
    return undefined;
  },
};
