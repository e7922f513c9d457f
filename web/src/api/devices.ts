/** Calls about devices and their events. */

import type { Device, DeviceBody } from "../../../worker/contract/device.ts";
import type { DeviceLink, LinkedDevice } from "../../../worker/contract/device-link.ts";
import type { DeviceEvent } from "../../../worker/contract/event.ts";
import type {
  DeviceConnection,
  DeviceDetail,
  SwitchBody,
  SwitchOutcome,
} from "../../../worker/contract/presence.ts";
import { call, callForPage } from "./client.ts";

/** A state that is left out stays as it is: what was shown may be old, and would switch the device. */
export type DeviceInput = { name: string; state?: boolean; channels: string[] };
/** What a device does by itself. */
export type DeviceSettings = { command_ttl: number; auto_off: number | string; off_on_disconnect: boolean };

const query = (parameters: Record<string, string | number | undefined>): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
};

export const listDevices = (size?: number) => call<Device[]>("GET", `/devices/on-off/${query({ size })}`);
export const createDevice = (body: DeviceInput) =>
  call<Device>("POST", "/devices/on-off/", { body: body satisfies DeviceBody });
export const updateDevice = (id: string, body: DeviceInput) =>
  call<Device>("PUT", `/devices/on-off/${id}/`, { body: body satisfies DeviceBody });
export const updateSettings = ({ id, name, channels }: Device, settings: DeviceSettings) => {
  const body = { name, channels: channels.map((channel) => channel.id), ...settings } satisfies DeviceBody;
  return call<Device>("PUT", `/devices/on-off/${id}/`, { body });
};
export const deleteDevice = (id: string) => call<void>("DELETE", `/devices/on-off/${id}/`);
export const readDevice = (id: string) => call<DeviceDetail>("GET", `/devices/on-off/${id}/`);
export const listConnections = (id: string, from: string) =>
  call<DeviceConnection[]>("GET", `/devices/on-off/${id}/connections/${query({ from })}`);
export const switchDevice = (id: string, body: SwitchBody) =>
  call<SwitchOutcome>("POST", `/devices/on-off/${id}/switch/`, { body });

/** A link that makes whoever opens it this device, for an hour. */
export const createLink = (id: string) =>
  call<DeviceLink>("POST", `/devices/on-off/${id}/link/`, { body: {} });
/** Every link of the device; who is connected by one is dropped. */
export const revokeLinks = (id: string) => call<void>("DELETE", `/devices/on-off/${id}/link/`);
export const openLink = (token: string) =>
  call<LinkedDevice>("POST", "/device-link/", { body: { token }, access: "public" });

/** What the events list can be narrowed to. `from` is inclusive, `to` exclusive, both ISO 8601. */
export type EventsQuery = {
  size?: number;
  before?: string;
  device?: string;
  event_type?: string;
  search?: string;
  from?: string;
  to?: string;
};

export interface EventsPage {
  events: DeviceEvent[];
  /** The cursor of the next page, or null on the last one. */
  next: string | null;
}

export async function listEvents(parameters: EventsQuery = {}): Promise<EventsPage> {
  const path = `/events/devices/on-off/${query(parameters)}`;
  const { data, headers } = await callForPage<DeviceEvent[]>("GET", path);
  return { events: data, next: nextCursor(headers.get("Link")) };
}

/** The cursor in `Link: <…?before=…>; rel="next"`. */
export function nextCursor(link: string | null): string | null {
  const address = link && /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link)?.[1];
  return address ? new URL(address, "http://any.invalid").searchParams.get("before") : null;
}
