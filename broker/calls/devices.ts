/** Calls about devices: their state, their connections, and switching them. */

import type {
  DeviceSighting,
  ListedDevices,
  PastConnection,
  Presence,
  SwitchRefused,
  SwitchResult,
} from "../contract/account.ts";
import type { PlacedOrder } from "../contract/approval.ts";
import { callerOfToken, rulingOf } from "../contract/asking.ts";
import type { CallerResult } from "../contract/bearer.ts";
import type { SwitchState } from "../contract/control.ts";
import type { Actor } from "../contract/device-events.ts";
import type { DiscoveredListItem } from "../contract/discovered.ts";
import { controlTopic } from "../contract/topics.ts";
import { connectedDevices } from "../hub/devices/device-presence.ts";
import type { SwitchRequest } from "../hub/devices/switching.ts";
import type { Modules } from "../hub/modules.ts";
import { ordererOf } from "../hub/watches/orders.ts";
import type { Hub } from "../hub.ts";
import type { TokenLogin } from "../ports.ts";
import { type PublishedStatus, publishedStatusOf } from "../storage/switches.ts";
import { type CallMaker, Calls, devicesShownTo, guestIn, rememberAccount } from "./caller.ts";
import { liveClients } from "./clients.ts";
import { placeSwitch } from "./place-order.ts";
import { lastValues, lastValuesOfDevices } from "./series.ts";

const MOST_CONNECTIONS = 500;
/** Each connection has two events. */
const MOST_EVENTS = 2 * MOST_CONNECTIONS;
const NOTHING_PUBLISHED: PublishedStatus = {
  state: null,
  taken: null,
  takenBeforeConnect: false,
  valuesBefore: 0,
  wanted: {},
};

export class DeviceCalls extends Calls {
  /**
   * Publishes the control message of a device. `state` null: it stays. Returns when the device has taken it or `wait`
   * seconds are over.
   */
  switchDevice(
    deviceId: string,
    state: SwitchState | null,
    how: SwitchRequest = { actor: "api", wait: 0 },
  ): Promise<CallerResult<SwitchResult | SwitchRefused | PlacedOrder>> {
    return this.act(async (hub, maker) => {
      const caller = await maker.rights();
      const guest = caller === null ? null : guestIn(caller);
      const by: SwitchRequest = guest === null ? how : { ...how, actor: "guest", guest: guest.label };
      const token = caller?.kind === "token" ? caller : null;
      return switchDevice(hub, deviceId, state, { ...by, ...(token && { token }) });
    });
  }

  presence(deviceId: string): Promise<CallerResult<Presence>> {
    return this.act(async ({ modules }, maker) => {
      const presence = presenceOf(deviceId, modules);
      return (await isOfGuest(maker)) ? presenceForGuest(presence) : presence;
    });
  }

  /** By device; without devices that were never switched or connected. */
  sightings(): Promise<CallerResult<Record<string, DeviceSighting>>> {
    return this.act(({ modules }) => sightings(modules));
  }

  /** The same for a list, with the ids of the devices that it shows to the caller; null for all. */
  listed(): Promise<CallerResult<ListedDevices>> {
    return this.act(async ({ modules }, caller) => ({
      sightings: sightings(modules),
      shown: await devicesShownTo(caller, "devices:read"),
      isForGuest: await isOfGuest(caller),
    }));
  }

  /** Connections of a device that ended after `from`, newest first. */
  connections(deviceId: string, from: number): Promise<CallerResult<PastConnection[]>> {
    return this.act(({ modules }) => connectionsOf(deviceId, from, modules));
  }

  /** Devices of other makers that announce themselves, and are not adopted. */
  found(): Promise<CallerResult<DiscoveredListItem[]>> {
    return this.act(({ modules }) => modules.discovered.read(Date.now()));
  }
}

/** Also for a caller that nobody knows any more. */
async function isOfGuest(maker: CallMaker): Promise<boolean> {
  const caller = await maker.rights();
  return caller === null || guestIn(caller) !== null;
}

/** A guest does not learn where the clients of a device are, nor who else switches it. */
const presenceForGuest = (presence: Presence): Presence => ({
  ...presence,
  clients: [],
  schedule: null,
  watch: null,
  guest: null,
  isForGuest: true,
});

async function switchDevice(
  hub: Hub,
  deviceId: string,
  state: SwitchState | null,
  { token, ...how }: SwitchRequest & { token?: TokenLogin },
): Promise<SwitchResult | SwitchRefused | PlacedOrder> {
  const { store, changes, switching, refusals, clock } = hub.modules;
  rememberAccount(hub);
  const now = clock();
  if (store.rows.isOver(now)) {
    refusals.noteOver(controlTopic(hub.userId, deviceId), now);
    return { retryAfter: store.rows.secondsLeft(now) };
  }
  if (how.guest !== undefined && store.rows.isOverFor("guestRows", now)) {
    return { retryAfter: store.rows.secondsLeft(now), isOfGuests: true };
  }
  if (changes.held && !(await hub.released())) throw new Error("The rights cannot be read.");
  // created without the API, or a moment ago
  if (!store.rightsCopy.hasDevice(deviceId)) await changes.askAbout(`device ${deviceId}`, true);
  const askFirst = token && store.rightsCopy.askFirstFor(token, deviceId);
  if (askFirst && rulingOf("POST switch", callerOfToken(token), askFirst) !== "goes") {
    return placeSwitch(hub.modules, ordererOf(token), { deviceId, state, how });
  }
  return switching.switchDevice(deviceId, state, how);
}

function presenceOf(deviceId: string, deps: Modules): Presence {
  const own = deps.connections.ofDevice(deviceId);
  const clients = liveClients(deps, own).sort((a, b) => a.since - b.since);
  const record = deps.store.switches.get(deviceId);
  const seenAt = deps.store.events.seen().get(deviceId) ?? null;
  const published = record === null ? NOTHING_PUBLISHED : publishedStatusOf(record);
  const values = lastValues({ device: deviceId }, deps);
  const sighting = {
    connected: clients.length > 0 || deps.devicePresence.isOnline(deviceId),
    ...published,
    seenAt,
    values,
  };
  const command = record?.command ?? null;
  const isOf = (actor: Actor): boolean => command?.actor === actor;
  const isOfWatch = isOf("watch") || isOf("notice");
  const by =
    command && (isOf("schedule") || isOfWatch) ? deps.store.events.switcherOf(command.acceptedAt) : null;
  return {
    clients,
    command,
    schedule: isOf("schedule") ? by : null,
    watch: isOfWatch ? by : null,
    guest: command && isOf("guest") ? deps.store.events.guestOf(command.acceptedAt) : null,
    sighting,
  };
}

/** Of the account's devices: events, commands and values of deleted ones are stored longer. */
function sightings(deps: Modules): Record<string, DeviceSighting> {
  const { store } = deps;
  const states = store.switches.states();
  const seen = store.events.seen();
  const live = connectedDevices(deps);
  const measured = lastValuesOfDevices(deps);
  const known = new Set([...states.keys(), ...seen.keys(), ...live, ...measured.keys()]);
  return Object.fromEntries(
    [...known]
      .filter((id) => store.rightsCopy.hasDevice(id))
      .map((id) => [
        id,
        {
          connected: live.has(id),
          ...(states.get(id) ?? NOTHING_PUBLISHED),
          seenAt: seen.get(id) ?? null,
          values: measured.get(id) ?? [],
        },
      ]),
  );
}

/** Returns the connections of a device that ended after `from`, newest first. */
function connectionsOf(deviceId: string, from: number, { store, connections }: Modules): PastConnection[] {
  const found: PastConnection[] = [];
  const ended = new Map<string, { at: number; closed: number | null }>();
  /** The time of the next event: a connection whose end was summed with others had ended by then. */
  let next: number | null = null;
  for (const event of store.events.connections(deviceId, MOST_EVENTS)) {
    const { at, ended: isEnd, connection, began, closed } = event;
    if (isEnd && connection !== null) ended.set(connection, { at, closed });
    if (connection !== null && began !== null) {
      const end = ended.get(connection) ?? { at: next ?? began.since, closed: null };
      const until = connections.has(connection) ? null : end.at;
      found.push({ id: connection, ...began, until, closed: end.closed });
    }
    next = at;
  }
  return found.filter(({ until }) => until === null || until > from).slice(0, MOST_CONNECTIONS);
}
