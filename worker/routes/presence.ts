import type { PastConnection, Presence, SwitchRefused, SwitchResult } from "../../broker/contract/account.ts";
import { taken } from "../account/account.ts";
import { deviceDetailsColumn } from "../db/device-details.ts";
import { type DeviceRow, readDevice as readRow } from "../db/devices.ts";
import { only } from "../db/statement.ts";
import { withUnsealedAddresses } from "../gateway/arrival.ts";
import { connectionOf } from "../present/connection.ts";
import { deviceDetailOf, switchOutcomeOf } from "../present/device.ts";
import { objectRoute } from "./object-route.ts";

const WEEK = 7 * 86_400_000;

export const readDevice = objectRoute<"readDevice", Presence, DeviceRow>({
  row: "device",
  find: (db, session, { id }) => readRow(db, session, id),
  kept: deviceDetailsColumn,
  ask: (object, { id }) => object.presence(id),
  async show(presence, { env, userId }, rows) {
    const clients = await withUnsealedAddresses(env, userId, presence.clients);
    return deviceDetailOf(only(rows), { ...presence, clients });
  },
});

export const listConnections = objectRoute<"listConnections", PastConnection[], DeviceRow>({
  row: "device",
  find: (db, session, { id }) => readRow(db, session, id),
  ask: (object, { id, query, now }) => object.connections(id, Math.max(query.from ?? 0, now - WEEK)),
  show: (connections) => connections.map(connectionOf),
});

export const switchDevice = objectRoute<"switchDevice", SwitchResult | SwitchRefused, DeviceRow>({
  row: "device",
  find: (db, session, { id }) => readRow(db, session, id),
  ask: (object, { id, body, browser }) =>
    object.switchDevice(id, body.state ? "on" : "off", {
      actor: browser ? "browser" : "api",
      wait: body.wait ?? 0,
    }),
  show: (outcome) => switchOutcomeOf(taken(outcome)),
});
