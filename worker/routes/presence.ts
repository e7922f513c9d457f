import type {
  ListedClient,
  PastConnection,
  Presence,
  SwitchRefused,
  SwitchResult,
} from "../../broker/contract/account.ts";
import type { PlacedOrder } from "../../broker/contract/approval.ts";
import { PERHAPS_SWITCHED, switchResultOrThrow } from "../account/account.ts";
import { objectRoute } from "../api/by-object.ts";
import { type DeviceRow, deviceDetailsColumn, readDevice as readRow } from "../db/devices.ts";
import { only } from "../db/statement.ts";
import { notFound } from "../errors.ts";
import { withUnsealedAddresses } from "../gateway/arrival.ts";
import { waitingResponse } from "../present/approval.ts";
import { clientOf, connectionOf } from "../present/connection.ts";
import { deviceDetailOf, switchOutcomeOf } from "../present/device.ts";

const WEEK = 7 * 86_400_000;

export const readDevice = objectRoute<"readDevice", Presence, DeviceRow>({
  needs: {
    row: "device",
    find: (db, session, { id }) => readRow(db, session, id),
    stored: deviceDetailsColumn,
  },
  act: (calls, { id }) => calls.devices.presence(id),
  async show(presence, { env, userId }, rows) {
    const clients = await withUnsealedAddresses(env, userId, presence.clients);
    return deviceDetailOf(only(rows), { ...presence, clients });
  },
});

export const listConnections = objectRoute<"listConnections", PastConnection[], DeviceRow>({
  needs: { row: "device", find: (db, session, { id }) => readRow(db, session, id) },
  act: (calls, { id, query, now }) => calls.devices.connections(id, Math.max(query.from ?? 0, now - WEEK)),
  show: (connections) => connections.map(connectionOf),
});

export const switchDevice = objectRoute<
  "switchDevice",
  SwitchResult | SwitchRefused | PlacedOrder,
  DeviceRow
>({
  needs: { row: "device", find: (db, session, { id }) => readRow(db, session, id) },
  lost: PERHAPS_SWITCHED,
  act: (calls, { id, body, browser }) =>
    calls.devices.switchDevice(id, body.state === undefined ? null : body.state ? "on" : "off", {
      actor: browser ? "browser" : "api",
      wait: body.wait ?? 0,
      ...(body.set && { set: body.set }),
    }),
  show(outcome, { env }) {
    const switched = switchResultOrThrow(env, outcome);
    return "approval" in switched ? waitingResponse(switched) : switchOutcomeOf(switched);
  },
});

export const listClients = objectRoute<"listClients", ListedClient[]>({
  act: (calls) => calls.clients.clients(),
  async show(clients, { env, userId }) {
    const live = await withUnsealedAddresses(env, userId, clients);
    return live.sort((a, b) => b.since - a.since).map(clientOf);
  },
});

export const disconnectClient = objectRoute<"disconnectClient", boolean>({
  needs: { row: "own" },
  act: (calls, { id }) => calls.clients.disconnectClient(id),
  show(isDone) {
    if (!isDone) throw notFound();
    return undefined;
  },
});
