/** How often an account's object queries the shared database for its clients. */

import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Client } from "../../broker/support/client.ts";
import { at, type FaultyAccount, newFaultyAccount, objectDatabase } from "./faulty-account.ts";

let database: ReturnType<typeof objectDatabase>;

beforeAll(async () => {
  database = objectDatabase();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  vi.restoreAllMocks();
});

interface Scene extends FaultyAccount {
  reader: Client;
  lamp: Client;
  board: Client;
}

/** Second 45: connected since second 30, so that no answer is cached and the minute is not over. */
async function scene(): Promise<Scene> {
  const home = await newFaultyAccount();
  at(30);
  const keepalive = 60;
  const reader = await home.connect("reader", { keepalive });
  await reader.subscribe(`${home.account.id}/#`);
  const lamp = await home.connect("lamp", { keepalive });
  const will = { topic: home.topic, payload: "gone", qos: 1, retain: false };
  const board = await home.connect("board", { keepalive, will });
  at(45);
  return { ...home, reader, lamp, board };
}

/** Queries made by an action, and its result. */
async function callsOf({ reader }: Scene, done: () => Promise<unknown>): Promise<number> {
  const before = database.trips();
  await done();
  await reader.all();
  await env.DB.prepare("SELECT 1").run();
  return database.trips() - before;
}

const ON = JSON.stringify({ state: "on" });

async function switched({ reader, lamp, control }: Scene): Promise<void> {
  reader.publish(control, ON, { qos: 1, messageId: 1 });
  await reader.next("puback");
  const { messageId } = await lamp.next("publish");
  lamp.send({ cmd: "puback", messageId: messageId as number });
  await lamp.all();
}

describe("none for", () => {
  test.each<[string, (scene: Scene) => Promise<unknown>]>([
    ["CONNECT with an API key", ({ connect }) => connect("program")],
    ["CONNECT with a credential", ({ connect }) => connect("board")],
    ["CONNECT as a device", ({ connect }) => connect("lamp")],
    ["CONNECT by a link", ({ connect }) => connect("phone")],
    ["SUBSCRIBE", ({ board, topic }) => board.subscribe(topic)],
    [
      "PUBLISH",
      async ({ board, topic }) => {
        board.publish(topic, "x", { qos: 1, messageId: 1 });
        await board.next("puback");
      },
    ],
    ["a control message", switched],
    [
      "DISCONNECT",
      async ({ lamp, dark }) => {
        lamp.disconnect();
        await dark();
      },
    ],
    [
      "a connection that is lost",
      async ({ lamp, dark }) => {
        lamp.cut();
        await dark();
      },
    ],
    [
      "a will",
      async ({ board, reader }) => {
        board.cut();
        let message = await reader.next("publish");
        while (message.topic.endsWith("/status")) message = await reader.next("publish");
        expect(String(message.payload)).toBe("gone");
      },
    ],
    ["the alarm", async ({ ring }) => expect(await ring()).toBe(true)],
  ])("%s", async (_, done) => {
    const all = await scene();
    expect(await callsOf(all, () => done(all))).toBe(0);
  });
});

test("one a minute, for any activity: the check of the rights' version", async () => {
  const all = await scene();
  at(100);
  const calls = await callsOf(all, async () => {
    for (let n = 0; n < 20; n++) await switched(all);
    await all.connect("program");
  });
  expect(calls).toBeLessThanOrEqual(1);
});

test("one for an unknown login, however often it comes in ten seconds", async () => {
  const all = await scene();
  all.logins.program.clientId = `${crypto.randomUUID().replaceAll("-", "")}__program`;
  const calls = await callsOf(all, async () => {
    for (let n = 0; n < 3; n++) {
      expect((await all.connect("program")).connack.reasonCode).toBe(0x86);
    }
  });
  expect(calls).toBe(1);
});
