/** Logins and their rights. */

import { randomUUID } from "node:crypto";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { type Login, newDeviceSetup, PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";

const baseUrl = inject("baseUrl");

async function connect(userId: string, login: Login, version: 4 | 5, topic: string) {
  const device = await mqttLibrary({ baseUrl, userId, version, login, topic });
  onTestFinished(device.kill);
  return device;
}

const mine = await newDeviceSetup(baseUrl);
const yours = await newDeviceSetup(baseUrl);
const { account, key, channel, credential } = mine;

describe.each([4, 5] as const)("protocol level %i", (version) => {
  it("lets an API key read and write the whole account", async () => {
    const keyLogin = (suffix: string) => ({ clientId: `${key.key}__${suffix}` });
    const reader = await connect(account.userId, keyLogin("reader"), version, `${account.userId}/#`);
    const writer = await connect(account.userId, { ...keyLogin("writer"), username: key.key }, version, "");
    await writer.client.publishAsync(channel.topic, "one", { qos: 1 });
    await writer.client.publishAsync(`${account.userId}/anything`, "two", { qos: 0 });
    await reader.untilHeard(2);
    expect(reader.heard).toEqual([
      { topic: channel.topic, payload: "one" },
      { topic: `${account.userId}/anything`, payload: "two" },
    ]);
  });

  it("restricts a credential to its channels, whatever it requests [T13]", async () => {
    const login = { clientId: `tool-${randomUUID()}`, username: credential.username, password: PASSWORD };
    const tool = await connect(account.userId, login, version, `${account.userId}/#`);
    const writer = await connect(account.userId, { clientId: `${key.key}__writer` }, version, "");
    await writer.client.publishAsync(`${account.userId}/secret`, "not for you", { qos: 1 });
    await writer.client.publishAsync(channel.topic, "for you", { qos: 1 });
    await tool.untilHeard(1);
    expect(tool.heard).toEqual([{ topic: channel.topic, payload: "for you" }]);
    await expect(tool.client.subscribeAsync(`${account.userId}/secret`)).rejects.toThrow();
  });

  it("keeps accounts apart [T12]", async () => {
    await expect(connect(yours.account.userId, mine.login, version, "")).rejects.toThrow();
    const login = { clientId: `${key.key}__x` };
    await expect(connect(yours.account.userId, login, version, "")).rejects.toThrow();
    const { client } = await connect(account.userId, login, version, "");
    await expect(client.subscribeAsync(`${yours.account.userId}/#`)).rejects.toThrow();
  });
});
