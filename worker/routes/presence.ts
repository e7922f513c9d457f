/** Where a device is, what it was told, and telling it. */

import { account, switchDevice as press } from "../account/account.ts";
import { type DeviceRow, readDevice as readRow } from "../db/devices.ts";
import { only } from "../db/statement.ts";
import { withAddresses } from "../gateway/sealed-address.ts";
import type { Route } from "../http/call.ts";
import { connectionOf } from "../present/connection.ts";
import { deviceDetailOf } from "../present/device.ts";
import { switchOutcomeOf } from "../present/switch-outcome.ts";

const WEEK = 7 * 86_400_000;

export const readDevice: Route<"readDevice", DeviceRow> = {
  alongside: (session, { env, id }) => readRow(env.DB, session, id),
  async act({ env, caller, id, read }) {
    const userId = caller.user.id;
    const presence = await account(env, userId).presence(id);
    const clients = await withAddresses(env, userId, presence.clients);
    return deviceDetailOf(only(read), { ...presence, clients });
  },
};

export const listConnections: Route<"listConnections", DeviceRow> = {
  alongside: (session, { env, id }) => readRow(env.DB, session, id),
  async act({ env, caller, id, query, now }) {
    const from = Math.max(query.from ?? 0, now - WEEK);
    return (await account(env, caller.user.id).connections(id, from)).map(connectionOf);
  },
};

export const switchDevice: Route<"switchDevice", DeviceRow> = {
  alongside: (session, { env, id }) => readRow(env.DB, session, id),
  async act({ env, caller, id, body, browser }) {
    const how = { actor: browser ? "browser" : "api", wait: body.wait ?? 0 } as const;
    return switchOutcomeOf(await press(env, caller.user.id, id, body.state ? "on" : "off", how));
  },
};
