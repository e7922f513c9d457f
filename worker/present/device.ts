import type {
  Command,
  DeviceSighting,
  SwitchResult as Outcome,
  Presence,
} from "../../broker/contract/account.ts";
import { deviceUsername, linkUsername } from "../../broker/contract/client.ts";
import type { Control } from "../../broker/contract/controls.ts";
import type { DiscoveredListItem } from "../../broker/contract/discovered.ts";
import type { DeviceControl } from "../contract/controls.ts";
import type { DeviceLink, LinkedDevice } from "../contract/device-links.ts";
import type { AdoptedAs, Device, DeviceDetail, SwitchOutcome } from "../contract/devices.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { FoundDevice } from "../contract/found-devices.ts";
import { channelsOf } from "../db/chosen-channels.ts";
import { FIELDS_FOR_GUESTS, shownFields } from "../db/device-fields.ts";
import type { LinkRow } from "../db/device-links.ts";
import type { DeviceRow } from "../db/devices.ts";
import { type Adopted, foundColumn } from "../db/json-columns.ts";
import { channelOf } from "./channel.ts";
import { deviceClientOf } from "./connection.ts";
import { shownValues } from "./values.ts";

/** The row has the device's initial state, valid until it is first switched. */
export function deviceOf(row: DeviceRow, sighting?: DeviceSighting, presentChannel = channelOf): Device {
  const fields = shownFields(row);
  return {
    ...fields,
    id: row.id,
    state: sighting?.state == null ? row.state === 1 : sighting.state === "on",
    taken: sighting?.taken ?? null,
    taken_before_connect: sighting?.takenBeforeConnect ?? false,
    kind: row.found === null ? "own" : "found",
    channels: channelsOf(row).map((channel) => presentChannel(channel)),
    connected: sighting?.connected ?? false,
    last_seen: isoTimeOrNull(sighting?.seenAt ?? null),
    controls: fields.controls.map((control) => controlOf(control, sighting)),
    values: shownValues(fields.shown_values, sighting?.values ?? [], fields.controls),
    created_at: isoTime(row.created_at),
  };
}

/** Without topics, and how the owner sorts devices. */
export const forGuest = (device: Device): Device => ({ ...device, channels: [], ...FIELDS_FOR_GUESTS });

export function deviceDetailOf(
  row: DeviceRow,
  { clients, command, schedule, watch, guest, sighting, isForGuest }: Presence,
): DeviceDetail {
  const device = isForGuest ? forGuest(deviceOf(row, sighting)) : deviceOf(row, sighting);
  return {
    ...device,
    // a discovered device may be online without a connection of its own
    last_seen:
      clients.length > 0 ? isoTime(Math.max(...clients.map((client) => client.lastSeen))) : device.last_seen,
    since: isoTimeOrNull(clients[0]?.since ?? (device.connected ? sighting.seenAt : null)),
    clients: clients.map(deviceClientOf),
    command: command && commandOf(command, { schedule, watch, guest }),
    ...(row.found !== null && !isForGuest && { found: adoptedAs(foundColumn.read(row.found)) }),
  };
}

function controlOf(control: Control, sighting?: DeviceSighting): DeviceControl {
  const wanted = sighting?.wanted[control.key];
  const reported = sighting?.values.find(({ key }) => key === control.key);
  const before = sighting?.valuesBefore ?? 0;
  const isBefore = wanted !== undefined && wanted.at < before && (reported?.at ?? 0) < before;
  return {
    ...control,
    wanted: wanted?.value ?? null,
    wanted_at: isoTimeOrNull(wanted?.at ?? null),
    ...(isBefore && { taken_before_connect: true as const }),
    reported: reported?.value ?? null,
    reported_at: isoTimeOrNull(reported?.at ?? null),
  };
}

const commandOf = (
  command: Command,
  { schedule, watch, guest }: Pick<Presence, "schedule" | "watch" | "guest">,
) => ({
  state: command.state === "on",
  accepted_at: isoTime(command.acceptedAt),
  delivered_at: isoTimeOrNull(command.deliveredAt),
  actor: command.actor,
  schedule,
  ...((command.actor === "watch" || command.actor === "notice") && { watch }),
  guest,
});

export const switchOutcomeOf = (outcome: Outcome): SwitchOutcome => ({
  accepted_at: isoTime(outcome.acceptedAt),
  delivered_at: isoTimeOrNull(outcome.deliveredAt),
  device_connected: outcome.connected,
  set: outcome.set,
});

export const foundOf = ({ id, name, source, how, truncated }: DiscoveredListItem): FoundDevice => {
  const why_not = "whyNot" in how ? how.whyNot : null;
  const command_topic = "whyNot" in how ? null : how.commandTopic;
  return { id, name, source, switchable: why_not === null, why_not, command_topic, truncated };
};

const adoptedAs = ({ source, commandTopic, state, availability }: Adopted): AdoptedAs => ({
  source: source ?? null,
  command_topic: commandTopic,
  state_topic: state?.topic ?? null,
  availability_topics: availability.map(({ topic }) => topic),
});

// Device links: for their owner, and for the phone that opens one.

/** Without its own URL the product returns only the token. */
export const deviceLinkOf = (token: string, expiresAt: number, app: string | null): DeviceLink => ({
  url: app === null ? null : `${app}/device#${token}`,
  token,
  expires_at: isoTime(expiresAt),
});

/** A device that has not taken its last command is still in the other state. */
const takenState = (row: LinkRow, { state, taken }: DeviceSighting): boolean =>
  state === null ? row.device_state === 1 : (state === "on") === (taken !== false);

export const linkedDeviceOf = (row: LinkRow, token: string, sighting: DeviceSighting): LinkedDevice => ({
  user_id: row.user_id,
  device_id: row.device_id,
  device_name: row.device_name,
  state: takenState(row, sighting),
  username: deviceUsername(row.device_id, linkUsername(row.id)),
  password: token,
  expires_at: isoTime(row.expires_at),
});
