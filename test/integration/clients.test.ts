/** The main job of the product with clients that other people wrote, in both versions of the protocol. */

import { afterEach, describe, expect, inject, it } from "vitest";
import { controlPayload } from "../../broker/contract/control.ts";
import { newDeviceSetup } from "../support/account.ts";
import {
  mqttCommand,
  mqttLibrary,
  paho,
  type RunningDevice,
  type StartDevice,
} from "../support/device-process.ts";

const baseUrl = inject("baseUrl");
const clients: [string, StartDevice][] = [
  ["MQTT.js as a library", mqttLibrary],
  ["MQTT.js as a command", mqttCommand],
  ["Paho in Python", paho],
];
const versions: [string, 4 | 5][] = [
  ["3.1.1", 4],
  ["5", 5],
];

let running: RunningDevice[] = [];
afterEach(async () => {
  await Promise.all(running.map((device) => device.kill()));
  running = [];
});

describe.each(clients)("%s", (_, start) => {
  it.each(versions)(
    "is switched over REST and over MQTT %s, and its life is told as events",
    async (_, version) => {
      const { account, key, device, login, control } = await newDeviceSetup(baseUrl);
      const place = { baseUrl, userId: account.userId, version };

      const lamp = await start({ ...place, login, topic: control });
      running.push(lamp);
      await account.untilEvent(device.id, "connected");
      expect((await account.device(device.id)).connected).toBe(true);

      await account.switchDevice(device, "on");
      await lamp.untilHeard(1);
      await account.untilEvent(device.id, "turned_on");
      expect((await account.device(device.id)).state).toBe(true);

      const dashboard = await mqttLibrary({
        ...place,
        login: { clientId: `${key.key}__dashboard` },
        topic: "",
      });
      running.push(dashboard);
      await dashboard.client.publishAsync(control, controlPayload("off"), { qos: 0 });
      await lamp.untilHeard(2);
      await account.untilEvent(device.id, "turned_off");
      expect((await account.device(device.id)).state).toBe(false);

      await lamp.kill();
      await account.untilEvent(device.id, "disconnected");
      expect((await account.device(device.id)).connected).toBe(false);

      expect(lamp.heard).toEqual([
        { topic: control, payload: '{"state":"on"}' },
        { topic: control, payload: '{"state":"off"}' },
      ]);
      expect(await account.events(device.id)).toEqual([
        "connected",
        "turned_on",
        "turned_off",
        "disconnected",
      ]);
    },
  );
});
