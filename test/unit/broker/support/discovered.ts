/** Devices that announce themselves and obey, adopted as the API does it. */

import type { DiscoveredListItem } from "../../../../broker/contract/discovered.ts";
import { type Announcing, tasmota } from "../../../support/announcing-devices.ts";
import { Account } from "./account.ts";
import { Client } from "./client.ts";

/** Connects the device in root view and announces it. */
export async function connectPlug(account: Account, made: Announcing) {
  const will = {
    topic: made.will.topic,
    payload: Buffer.from(made.will.payload),
    qos: 1 as const,
    retain: true,
  };
  const client = await Client.connect(account, account.root(), 4, { will });
  const waiting: Awaited<ReturnType<typeof heard>>[] = [];
  const heard = () => client.next("publish");
  const say = async (words: [string, string][], retain = false) => {
    for (const [topic, payload] of words) client.publish(topic, payload, { retain });
    // packets received meanwhile
    for (const each of await client.all()) if (each.cmd === "publish") waiting.push(each);
  };
  await client.subscribe(made.commands);
  await say([...made.birth, [made.place, JSON.stringify(made.announcement)]], true);
  /** The next command, and the device's reply to it. */
  const obey = async () => {
    const command = waiting.shift() ?? (await heard());
    if (command.messageId !== undefined) client.send({ cmd: "puback", messageId: command.messageId });
    await say(made.obey(String(command.payload), command.topic));
    return [command.topic, String(command.payload)];
  };
  return { client, say, obey };
}

export async function adopt(account: Account, { place, name, how }: DiscoveredListItem): Promise<string> {
  if ("whyNot" in how) throw new Error(how.whyNot);
  const deviceId = crypto.randomUUID();
  account.bareDevices.push(deviceId);
  account.found.set(deviceId, { place, ...how });
  if (how.controls !== undefined)
    account.controls.set(
      deviceId,
      how.controls.map(({ control }) => control),
    );
  account.names.set(deviceId, name);
  await account.rightsAdded();
  return deviceId;
}

export const press = (account: Account, deviceId: string, state: "on" | "off", wait = 5) =>
  account.ask((calls) => calls.devices.switchDevice(deviceId, state, { actor: "browser", wait }));

export async function scene(made: Announcing = tasmota()) {
  const account = new Account();
  const plug = await connectPlug(account, made);
  const [found] = (await account.ask((calls) => calls.devices.found())) as DiscoveredListItem[];
  const deviceId = await adopt(account, found as DiscoveredListItem);
  const sighting = async () => (await account.ask((calls) => calls.devices.presence(deviceId))).sighting;
  return { account, made, deviceId, found, sighting, ...plug };
}

/** An adopted device with controls: sets them, and reads their values. */
export async function dimmed<Made extends Announcing>(made: Made) {
  const { account, deviceId, obey, ...rest } = await scene(made);
  const set = (values: Record<string, unknown>, state: "on" | "off" | null = null, wait = 5) =>
    account.ask((calls) =>
      calls.devices.switchDevice(deviceId, state, { actor: "browser", wait, set: values }),
    );
  const presence = async () => {
    const { command, sighting } = await account.ask((calls) => calls.devices.presence(deviceId));
    const reported = sighting.values.map(({ key, value }) => [key, value] as const);
    const wanted = Object.entries(sighting.wanted).map(([key, { value }]) => [key, value] as const);
    return {
      state: command?.state,
      isAcknowledged: sighting.taken,
      wanted: Object.fromEntries(wanted),
      reported: Object.fromEntries(reported),
    };
  };
  return { ...rest, made, account, deviceId, set, obey, presence };
}
