/** Creates accounts, devices and credentials over REST. */

import { randomUUID } from "node:crypto";
import type { SwitchState } from "../../broker/contract/control.ts";
import { controlTopic } from "../../broker/contract/topics.ts";
import type { ApiKey } from "../../worker/contract/api-keys.ts";
import type { Channel } from "../../worker/contract/channels.ts";
import type { Credential } from "../../worker/contract/credentials.ts";
import type { Device } from "../../worker/contract/devices.ts";
import type { DeviceEvent } from "../../worker/contract/events.ts";
import type { LoginSession } from "../../worker/contract/sign-in.ts";
import { until } from "./until.ts";

export const PASSWORD = "Corr3ct-horse!";
export const newEmail = (): string => `person-${randomUUID()}@example.org`;

export interface Login {
  clientId: string;
  username?: string;
  password?: string;
}

/** Sends one request. Throws with the whole response unless it succeeds. */
async function call<T>(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Token ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

export interface Account {
  userId: string;
  email: string;
  token: string;
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  newKey(): Promise<ApiKey>;
  newChannel(topic: string): Promise<Channel>;
  newCredential(username: string, channels: Channel[]): Promise<Credential>;
  newDevice(name: string, channels?: Channel[]): Promise<Device>;
  switchDevice(device: Device, state: SwitchState): Promise<void>;
  device(id: string): Promise<Device>;
  events(deviceId: string): Promise<string[]>;
  untilEvent(deviceId: string, type: string, count?: number): Promise<void>;
}

export async function newAccount(url: string): Promise<Account> {
  const email = newEmail();
  const session = await call<LoginSession>(url, null, "POST", "/v0/register/", { email, password: PASSWORD });
  const { token, user } = session.data;
  const mine = <T>(method: string, path: string, body?: unknown) => call<T>(url, token, method, path, body);
  const ids = (channels: Channel[]) => channels.map(({ id }) => id);
  const events = async (deviceId: string) => {
    const list = await mine<DeviceEvent[]>("GET", `/v0/events/devices/on-off/?size=100&device=${deviceId}`);
    return list.map(({ event_type }) => event_type).reverse();
  };
  return {
    userId: user.id,
    email,
    token,
    call: mine,
    events,
    newKey: () => mine("POST", "/v0/api-keys/", {}),
    newChannel: (topic) => mine("POST", "/v0/mqtt/channels/", { name: topic, topic }),
    newCredential: (username, channels) =>
      mine("POST", "/v0/mqtt/credentials/", {
        name: username,
        username,
        password: PASSWORD,
        channels: ids(channels),
      }),
    newDevice: (name, channels = []) =>
      mine("POST", "/v0/devices/on-off/", { name, channels: ids(channels) }),
    switchDevice: async (device, state) => {
      await mine("PUT", `/v0/devices/on-off/${device.id}/`, {
        name: device.name,
        state: state === "on",
        channels: ids(device.channels),
      });
    },
    device: async (id) => {
      const found = (await mine<Device[]>("GET", "/v0/devices/on-off/")).find((device) => device.id === id);
      if (found === undefined) throw new Error(`There is no device ${id}.`);
      return found;
    },
    untilEvent: async (deviceId, type, count = 1) => {
      await until(
        `${count} × ${type}`,
        async () => (await events(deviceId)).filter((event) => event === type).length >= count,
      );
    },
  };
}

/** An account with everything that a device needs to connect. */
export async function newDeviceSetup(url: string) {
  const account = await newAccount(url);
  const key = await account.newKey();
  const channel = await account.newChannel("workshop/lamp");
  const credential = await account.newCredential("lamp", [channel]);
  const device = await account.newDevice("Lamp", [channel]);
  const login: Login = {
    // MQTT 3.1 allows 23 characters
    clientId: `lamp-${randomUUID().slice(0, 8)}`,
    username: `${device.id}:${credential.username}`,
    password: PASSWORD,
  };
  return {
    account,
    key,
    channel,
    credential,
    device,
    login,
    control: controlTopic(account.userId, device.id),
  };
}
export type DeviceSetup = Awaited<ReturnType<typeof newDeviceSetup>>;
