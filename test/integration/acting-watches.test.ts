/** A watch that switches a fan: raised, acted, taken, cleared and acted back, with MQTT.js as sensor and fan. */

import { connectAsync } from "mqtt";
import { expect, inject, it, onTestFinished } from "vitest";
import { controlTopic, telemetryTopic } from "../../broker/contract/topics.ts";
import type { DeviceEvent } from "../../worker/contract/events.ts";
import type { Notice, NoticeTarget, Watch } from "../../worker/contract/watches.ts";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { until } from "../support/until.ts";

async function join({ userId, newDevice }: Account, name: string, protocolVersion: 4 | 5) {
  const { id } = await newDevice(name);
  const client = await connectAsync(`mqtt://127.0.0.1:${inject("tcpPort")}`, {
    clientId: name,
    username: `${userId}/${id}:board`,
    password: PASSWORD,
    protocolVersion,
    reconnectPeriod: 0,
  });
  onTestFinished(() => client.endAsync(true));
  return { id, client };
}

it.each([4, 5] as const)("a fan runs while it is hot: MQTT %i", async (version) => {
  const account = await newAccount(inject("baseUrl"));
  await account.newKey();
  await account.newCredential("board", []);
  const sensor = await join(account, "Sensor", version);
  const fan = await join(account, "Fan", version);
  const commands: string[] = [];
  fan.client.on("message", (topic, payload) => {
    if (topic === controlTopic(account.userId, fan.id)) commands.push(payload.toString());
  });
  const body = { kind: "device", device: fan.id, raised: { state: true }, cleared: { state: false } };
  const target = await account.call<NoticeTarget>("POST", "/v0/targets/", body);
  const watch = await account.call<Watch>("POST", "/v0/watches/", {
    name: "Too hot",
    when: { device: sensor.id, key: "t", above: 25, clear: 24, for: "PT1S" },
    targets: [target.id],
  });
  const measure = (t: number) =>
    sensor.client.publishAsync(telemetryTopic(account.userId, sensor.id), JSON.stringify({ t }), { qos: 1 });
  const notices = () => account.call<Notice[]>("GET", `/v0/watches/${watch.id}/notices/`);
  const untilTaken = (count: number) =>
    until(`${count} notices with their proofs`, async () => {
      const list = await notices();
      const outcomes = list.flatMap(({ deliveries }) => deliveries.map(({ outcome }) => outcome));
      return list.length === count && outcomes.every((outcome) => outcome === "delivered") && list;
    });

  await measure(26);
  await untilTaken(1);
  expect(await account.device(fan.id)).toMatchObject({ state: true, taken: true });
  await measure(24.5);
  await measure(23);
  const [cleared, raised] = await untilTaken(2);
  expect(commands).toEqual(['{"state":"on"}', '{"state":"off"}']);
  expect([raised?.state, cleared?.state]).toEqual(["raised", "cleared"]);
  const words = (notice?: Notice) =>
    notice?.deliveries.map(({ detail }) => detail.replace(/\d+(\.\d)? s/, "… s"));
  expect(words(raised)).toEqual(["Fan was switched on, taken after … s."]);
  expect(words(cleared)).toEqual(["Fan was switched off, taken after … s."]);
  const events = await account.call<DeviceEvent[]>("GET", `/v0/events/devices/on-off/?device=${fan.id}`);
  const switches = events.filter(({ event_type }) => event_type.startsWith("turned"));
  expect(switches.map(({ event_type, actor }) => [event_type, actor])).toEqual([
    ["turned_off", "watch"],
    ["turned_on", "watch"],
  ]);
});
