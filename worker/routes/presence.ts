import { account, switchDevice as press } from "../account/account.ts";
import { type DeviceRow, readDevice as readRow } from "../db/devices.ts";
import { only } from "../db/statement.ts";
import { withAddresses } from "../gateway/arrival.ts";
import { rowRoute } from "../http/call.ts";
import { connectionOf } from "../present/connection.ts";
import { deviceDetailOf, switchOutcomeOf } from "../present/device.ts";

const WEEK = 7 * 86_400_000;

export const readDevice = rowRoute<"readDevice", DeviceRow>(readRow, async ({ env, caller, id, read }) => {
  const userId = caller.user.id;
  const presence = await account(env, userId).presence(id);
  const clients = await withAddresses(env, userId, presence.clients);
  return deviceDetailOf(only(read), { ...presence, clients });
});

export const listConnections = rowRoute<"listConnections", DeviceRow>(
  readRow,
  async ({ env, caller, id, query, now }) => {
    const from = Math.max(query.from ?? 0, now - WEEK);
    return (await account(env, caller.user.id).connections(id, from)).map(connectionOf);
  },
);

export const switchDevice = rowRoute<"switchDevice", DeviceRow>(
  readRow,
  async ({ env, caller, id, body, browser }) => {
    const how = { actor: browser ? "browser" : "api", wait: body.wait ?? 0 } as const;
    return switchOutcomeOf(await press(env, caller.user.id, id, body.state ? "on" : "off", how));
  },
);
