/** Many samples in one message, from a stock client over TCP and WebSocket, with each version of MQTT. */

import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, expect, inject, test } from "vitest";
import { telemetryTopic } from "../../broker/contract/topics.ts";
import type { DeviceEvent } from "../../worker/contract/events.ts";
import type { LastValue, Series } from "../../worker/contract/series.ts";
import { newDeviceSetup } from "../support/account.ts";

const baseUrl = inject("baseUrl");
const TCP = `mqtt://127.0.0.1:${inject("tcpPort")}`;
const WEBSOCKET = `${baseUrl.replace(/^http/, "ws")}/mqtt`;

const clients: MqttClient[] = [];
afterAll(() => Promise.all(clients.map((client) => client.endAsync(true))));

test.each([
  ["TCP", 4, TCP],
  ["TCP", 5, TCP],
  ["WebSocket", 3, WEBSOCKET],
  ["WebSocket", 5, WEBSOCKET],
] as const)(
  "over %s with version %i: a hundred samples are read after their acknowledgement",
  async (_, version, url) => {
    const { account, device, login } = await newDeviceSetup(baseUrl);
    const path = `/v0/devices/on-off/${device.id}`;
    const board = await connectAsync(
      url,
      {
        ...login,
        reconnectPeriod: 0,
        protocolVersion: version,
        ...(version === 3 && { protocolId: "MQIsdp" }),
      },
      false,
    );
    clients.push(board);
    const topic = telemetryTopic(account.userId, device.id);
    const list: unknown[] = Array.from({ length: 100 }, (_, n) => ({
      ts: -1000 * (n + 1),
      energy_kwh: 100 - n,
    }));
    list[40] = { energy_kwh: null };
    await board.publishAsync(topic, JSON.stringify(list), { qos: 1 });
    const { points } = await account.call<Series>("GET", `${path}/series/?key=energy_kwh&resolution=raw`);
    const values = points.flatMap(([, value]) => value ?? []);
    expect(values).toEqual(Array.from({ length: 100 }, (_, n) => n + 1).filter((value) => value !== 60));
    const [last] = await account.call<LastValue[]>("GET", `${path}/values/`);
    expect(last).toMatchObject({ key: "energy_kwh", value: 100, unit: "kWh" });
    await account.untilEvent(device.id, "errored");
    const events = await account.call<DeviceEvent[]>("GET", `/v0/events/devices/on-off/?device=${device.id}`);
    const errors = events.filter(({ event_type }) => event_type === "errored");
    expect(errors.map(({ reason }) => reason)).toEqual([
      "Of 100 samples in the list 1 cannot be stored, the first with the index 40: `energy_kwh` is null, which is no value.",
    ]);
  },
);
