/** The clients of a campaign: one account, its logins and devices, and their topics. */

import { controlTopic, telemetryTopic } from "../../broker/contract/topics.ts";
import type { Channel } from "../../worker/contract/channels.ts";
import type { Credential } from "../../worker/contract/credentials.ts";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { type Climates, newClimates } from "./climates.ts";
import { newPastScene, type PastScene } from "./kept-messages.ts";
import type { WatchedDevice } from "./notices.ts";
import { type Gate, newGate } from "./orders.ts";
import { adoptPlug } from "./plug.ts";
import type { Login } from "./swarm.ts";

interface CampaignDevice {
  deviceId: string;
  control: string;
  login: Login;
  version: 4 | 5;
}

interface Scheduled {
  deviceId: string;
  path: string;
}

const scheduledOf = (deviceId: string): Scheduled => ({
  deviceId,
  path: `/v0/devices/on-off/${deviceId}/schedules/`,
});

export interface CampaignClients {
  account: Account;
  key(name: string): Login;
  /** The credential that always has its channels. */
  steady: Login;
  /** The credential whose channel is added and removed. */
  barred: Login & { credential: Credential; channel: Channel };
  topics: { open: string; barred: string };
  devices: CampaignDevice[];
  /** Ids and schedule paths of two devices that only schedules switch. */
  scheduled: { own: Scheduled; found: Scheduled & { login: Login } };
  measuring: { topic: string; path: string };
  watched: WatchedDevice;
  climates: Climates;
  gate: Gate;
  past: PastScene;
}

/** Values of the control of each device, from 0. */
export const LEVELS = 1000;

export async function newCampaignClients(
  url: string,
  watch: (account: Account) => Promise<WatchedDevice>,
): Promise<CampaignClients> {
  const account = await newAccount(url);
  const { key } = await account.newKey();
  const open = await account.newChannel("swarm/open");
  const barred = await account.newChannel("swarm/barred");
  const steady = await account.newCredential("steady", [open, barred]);
  const credential = await account.newCredential("barred", [barred]);
  const loginOf = ({ username }: Credential, name: string): Login => ({
    clientId: name,
    username,
    password: PASSWORD,
  });
  const devices: CampaignDevice[] = [];
  for (const version of [4, 5, 5] as const) {
    const name = `Device ${devices.length + 1}`;
    const { id } = await account.newDevice(name);
    const controls = [{ key: "level", kind: "number", min: 0, max: LEVELS }];
    await account.call("PUT", `/v0/devices/on-off/${id}/`, { name, controls });
    const login = {
      ...loginOf(steady, `device-${devices.length + 1}`),
      username: `${id}:${steady.username}`,
    };
    devices.push({ deviceId: id, control: controlTopic(account.userId, id), login, version });
  }
  const { id: deviceId } = await account.newDevice("By itself");
  const plug = await adoptPlug(url, account);
  const { id: gauge } = await account.newDevice("Gauge");
  return {
    account,
    measuring: {
      topic: telemetryTopic(account.userId, gauge),
      path: `/v0/devices/on-off/${gauge}/series/`,
    },
    scheduled: { own: scheduledOf(deviceId), found: { ...scheduledOf(plug.id), login: plug.login } },
    key: (name) => ({ clientId: `${key}__${name}` }),
    steady: loginOf(steady, "steady"),
    barred: { ...loginOf(credential, "barred"), credential, channel: barred },
    topics: { open: open.topic, barred: barred.topic },
    devices,
    watched: await watch(account),
    climates: await newClimates(url),
    gate: await newGate(url),
    past: await newPastScene(url),
  };
}

/** Adds the barred credential's channel, or removes it. */
export async function grantAccess({ account, barred }: CampaignClients, allowed: boolean): Promise<void> {
  const { id, name, username } = barred.credential;
  const channels = allowed ? [barred.channel.id] : [];
  await account.call("PUT", `/v0/mqtt/credentials/${id}/`, { name, username, channels });
}
