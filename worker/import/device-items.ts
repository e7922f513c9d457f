/** PURE. Devices, the credentials that they log in with, and their schedules. */

import { utcMoment } from "../../broker/contract/moment.ts";
import type { RequestOf } from "../contract/api.ts";
import type { DeviceControl } from "../contract/controls.ts";
import type { ExportedCredential, ExportedDevice, ExportedSchedule } from "./account-file.ts";
import { everyFieldOf, fieldsOf, rowItem } from "./match.ts";
import { lost, type PlanContext, type PlannedItem } from "./planned.ts";

export function deviceItems(context: PlanContext): PlannedItem[] {
  const { exported } = context;
  return [
    ...exported.devices.map((device) => deviceItem(device, context)),
    ...exported.credentials.flatMap((credential) => credentialItems(credential, context)),
    ...scheduleItems(context),
  ];
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** As they are in the file; the compiler asks for a new one. */
const DEVICE_FIELDS = everyFieldOf<Omit<RequestOf<"createDevice">, "state" | "channels" | "controls">>({
  name: true,
  command_ttl: true,
  auto_off: true,
  off_on_disconnect: true,
  on_connect: true,
  ask_first: true,
  shown_values: true,
  value_labels: true,
  room: true,
  pinned: true,
  tiles: true,
});

/** A discovered device exists once it announced itself and was adopted. */
export const isMissing = (
  { id, kind }: Pick<ExportedDevice, "id" | "kind">,
  { ids }: Pick<PlanContext, "ids">,
): boolean => kind === "found" && !ids.has(id);

function deviceItem(device: ExportedDevice, context: PlanContext): PlannedItem {
  const { present, ids } = context;
  const what = `device "${device.name}"`;
  if (isMissing(device, context)) {
    return lost(what, "It is of another make: adopt it when it announces itself, and import again.");
  }
  const own = ids.get(device.id);
  const channels = device.kind === "found" ? {} : { channels: idsOf(device.channels) };
  const controls = device.controls && { controls: declarationsOf(device.controls) };
  const body = { ...fieldsOf(device, DEVICE_FIELDS), ...channels, ...controls };
  const calls = {
    // a device that exists keeps its state: nothing is switched by an import
    create: { name: "createDevice", body: { ...body, ...fieldsOf(device, ["state"]) } },
    update: { name: "updateDevice", id: own ?? "", body },
  } as const;
  const found = present.devices.find(({ id }) => id === own);
  const row = found && { ...found, controls: declarationsOf(found.controls) };
  const item = rowItem(what, calls, { id: device.id, row, ids });
  return item.action === "create" ? { ...item, note: "Its board needs the new id in its program." } : item;
}

const CONTROL_FIELDS = everyFieldOf<NonNullable<RequestOf<"createDevice">["controls"]>[number]>({
  key: true,
  kind: true,
  name: true,
  unit: true,
  min: true,
  max: true,
  step: true,
  options: true,
});

/** Controls without their values. */
const declarationsOf = (controls: readonly DeviceControl[] = []) =>
  controls.map((control) => fieldsOf(control, CONTROL_FIELDS));

const CREDENTIAL_FIELDS = everyFieldOf<Omit<RequestOf<"createCredential">, "channels">>({
  name: true,
  username: true,
  password: true,
  view: true,
  grants: true,
  device: true,
});

function credentialItems(credential: ExportedCredential, context: PlanContext): PlannedItem[] {
  const { present, ids } = context;
  const what = `credential "${credential.name}" (${credential.username})`;
  const own = ids.get(credential.id);
  const { password, ...rest } = fieldsOf(credential, CREDENTIAL_FIELDS);
  // a password that the other service could no longer read is empty
  const body = { ...rest, ...(password ? { password } : {}), channels: idsOf(credential.channels) };
  const mayNothing = credential.view === "root" && isWithoutRights(credential);
  const update = { name: "updateCredential", id: own ?? credential.id, body } as const;
  const calls = {
    // a new credential in root view without any right may do everything, so it gets the view in a second call
    create: { name: "createCredential", body: mayNothing ? { ...body, view: "account" } : body },
    update,
  } as const;
  const row = present.credentials.find(({ id }) => id === own);
  const item = rowItem(what, calls, { id: credential.id, row, ids });
  if (item.action === "update" && password) return [{ ...item, note: KNOWN_PASSWORD }];
  if (item.action !== "create") return [item];
  const note = noteOf(credential, Boolean(password), present.user.id);
  const noted = { ...item, note };
  return mayNothing ? [noted, { what, action: "update", call: update }] : [noted];
}

const isWithoutRights = ({ channels, grants, device = null }: ExportedCredential): boolean =>
  channels.length === 0 && grants.length === 0 && device === null;

/** The file may come from another person. */
const KNOWN_PASSWORD =
  "Its password comes from the export, and the maker of the export knows it. Rotate it if another person made the export.";

function noteOf({ server_made = false }: ExportedCredential, hasPassword: boolean, userId: string): string {
  if (!hasPassword) return "It has a new password: the old one cannot be read.";
  return server_made
    ? `${KNOWN_PASSWORD} Its user name no longer names the account by itself: clients connect to the path /mqtt/${userId}.`
    : KNOWN_PASSWORD;
}

const SCHEDULE_FIELDS = everyFieldOf<RequestOf<"createSchedule">>({
  name: true,
  state: true,
  set: true,
  when: true,
  time_zone: true,
  place: true,
  missed: true,
  grace: true,
  enabled: true,
});

/** Schedules of one device with the same name are found in their order. */
function scheduleItems(context: PlanContext): PlannedItem[] {
  const { exported, present, ids, now } = context;
  const devices = new Map(exported.devices.map((device) => [device.id, device]));
  const free = Map.groupBy(present.schedules, ({ device, name }) => `${device} ${name}`);
  return exported.schedules.map((schedule) => {
    const device = devices.get(schedule.device);
    const what = `schedule "${schedule.name}" of "${device?.name ?? schedule.device}"`;
    if (device === undefined || isMissing(device, context)) return lost(what, "Its device is not there.");
    const row = free.get(`${ids.get(device.id)} ${schedule.name}`)?.shift();
    if (row === undefined && hasPassed(schedule, now)) return lost(what, "Its time has passed.");
    const body = fieldsOf(schedule, SCHEDULE_FIELDS);
    const calls = {
      create: { name: "createSchedule", id: device.id, body },
      update: { name: "updateSchedule", id: device.id, scheduleId: row?.id ?? "", body },
    } as const;
    return rowItem(what, calls, { id: "", row, ids });
  });
}

const hasPassed = ({ when }: ExportedSchedule, now: number): boolean =>
  when !== undefined && "at" in when && (utcMoment(when.at) ?? now) <= now;
