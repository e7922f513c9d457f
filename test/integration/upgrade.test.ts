/** An account of each release: this code starts with its data, without loss. */

import { rmSync } from "node:fs";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { telemetryTopic } from "../../broker/contract/topics.ts";
import type { Device } from "../../worker/contract/devices.ts";
import type { Login } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { type RunningProduct, startProductProcess } from "../support/product-process.ts";
import { restoredState } from "../support/release/databases.ts";
import {
  answersTo,
  eventsOf,
  home,
  KEPT_SESSION,
  ownerOf,
  RELEASES,
  variables,
} from "../support/release/home.ts";
import { until } from "../support/until.ts";

const textOf = (topic: string, payload: Buffer): string => `${topic} ${payload.toString()}`;

describe.each(RELEASES)("data of %s", (release) => {
  const { userId, email, logins, cutOff, session, retained, answers, guest, acting } = home(release);

  let state: string;
  let product: RunningProduct;

  beforeAll(async () => {
    state = restoredState(release);
    product = await startProductProcess({ stateDirectory: state, variables: variables(release) });
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    rmSync(state, { recursive: true, force: true });
  });

  const connect = (login: Login, options: IClientOptions = {}): Promise<MqttClient> =>
    mqtt.connectAsync(brokerUrl(product.url, userId), {
      ...login,
      protocolVersion: 5,
      reconnectPeriod: 0,
      ...options,
    });

  /** A later release may add fields. */
  it("the API responds as before [F120]", async () => {
    const get = await ownerOf(product.url, email);
    expect(await answersTo(get, Object.keys(answers))).toMatchObject(answers);
  });

  it.each(Object.entries(logins))("%s connects as before [F120]", async (_, login) => {
    await (await connect(login)).endAsync();
  });

  it("gives a kept session its queued messages [F120]", async () => {
    const heard: string[] = [];
    const client = mqtt.connect(brokerUrl(product.url, userId), {
      ...session.login,
      ...KEPT_SESSION,
      reconnectPeriod: 0,
    });
    client.on("message", (topic, payload) => heard.push(textOf(topic, payload)));
    await until("all of them", () => heard.length >= session.messages.length);
    await client.endAsync();
    // A QoS 2 message arrives when its handshake ends.
    expect(heard.sort()).toEqual([...session.messages].sort());
  });

  it("gives a new subscriber the retained messages [F120]", async () => {
    const heard: string[] = [];
    const client = await connect(logins["an API key"] as Login);
    client.on("message", (topic, payload) => heard.push(textOf(topic, payload)));
    await client.subscribeAsync(`${userId}/house/#`, { qos: 1 });
    await until("all of it", () => heard.length >= retained.length);
    await client.endAsync();
    expect(heard.sort()).toEqual([...retained].sort());
  });

  it.runIf(guest)("shows a guest its devices [F120]", async () => {
    const headers = { authorization: `Token ${guest?.token}` };
    const response = await fetch(`${product.url}/v0/devices/on-off/`, { headers });
    const devices = (await response.json()) as Device[];
    expect(devices.map(({ name }) => name).sort()).toEqual(guest?.devices);
  });

  it.runIf(acting)("ends the action of a watch that was raised [F120]", async () => {
    const { sensor, fan, login } = acting as NonNullable<typeof acting>;
    const commands: string[] = [];
    const client = mqtt.connect(brokerUrl(product.url, userId), { ...login, reconnectPeriod: 0 });
    client.on("message", (_, payload) => commands.push(payload.toString()));
    await until("the fan", () => client.connected);
    const board = await connect(logins["a device"] as Login);
    await board.publishAsync(telemetryTopic(userId, sensor), '{"temperature":20}', { qos: 1 });
    await until("its command", () => commands.includes('{"state":"off"}'));
    await Promise.all([client.endAsync(), board.endAsync()]);
    const get = await ownerOf(product.url, email);
    const [event] = (await eventsOf(get, fan)).filter(({ event_type }) => event_type === "turned_off");
    expect(event).toMatchObject({ actor: "watch", device_name: "Fan" });
  });

  it("records the end of a device's connection that the kill cut [F120]", async () => {
    const get = await ownerOf(product.url, email);
    const end = await until("its end", async () =>
      (await eventsOf(get, cutOff)).find(({ event_type }) => event_type === "disconnected"),
    );
    expect(end.device_name).toBe("Gate");
    expect(await get(`/v0/devices/on-off/${cutOff}/`)).toMatchObject({ connected: false, clients: [] });
  });
});
