/** What the owner reads, once, about notices that do not arrive. */

import { expect, test } from "vitest";
import type { Attempt, StoredNotice } from "../../../broker/contract/watch.ts";
import { noticeOf, noticeTargetOf } from "../../../worker/present/notice.ts";
import { type Account, deliveries, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { browser, hook } from "./support/notices.ts";
import { prepare } from "./support/prepare.ts";
import { alarmOf, at, inObject, NOON } from "./support/schedules.ts";
import { watched } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON);

const WEEK = 7 * 86_400_000;
const EVERY_SWITCH = { events: ["turned_on", "turned_off"] as const };
const DELIVERED: Attempt = { outcome: "delivered", detail: "" };
const AWAY: Attempt = { outcome: "failed", detail: "It could not be reached." };

const bell = async (account: Account) =>
  ((await account.ask((calls) => calls.watches.recentNotices())) as StoredNotice[]).map(noticeOf);
const told = async (account: Account) => (await bell(account)).filter(({ lost_target: lost }) => lost);
const shownTarget = async (account: Account, id: string) =>
  (await account.ask((calls) => calls.watches.listTargets()))
    .map(noticeTargetOf)
    .find((each) => each.id === id);

/** Rings the object's alarms until a moment. */
async function until(account: Account, end: number): Promise<void> {
  for (;;) {
    const next = await alarmOf(account);
    if (next === null || next > end) return;
    await at(account, next);
    // an attempt ends in a turn of its own
    await eventually(
      () => alarmOf(account),
      (after) => after === null || after > next,
    );
  }
}

async function openPage(account: Account): Promise<Client> {
  const page = await Client.connect(account, { clientId: account.apiKey().clientId() });
  await page.subscribe(account.topic("$notices"));
  return page;
}

/** The ids of the notices that the page received. */
const reported = async (page: Client) =>
  (await page.all()).flatMap((packet) => (packet.cmd === "publish" ? String(packet.payload) : []));

async function withTarget(target: ReturnType<typeof hook>) {
  const world = await watched(EVERY_SWITCH);
  const { account, device, put } = world;
  await account.ask((calls) => calls.watches.putTarget(target, 10));
  await put({ targets: [target.id, "mail"] });
  const turn = (state: "on" | "off") =>
    account.ask((calls) => calls.devices.switchDevice(device.deviceId, state));
  return { ...world, turn };
}

test("a target that stays away for a week is named once under the bell and at its row, until it takes a notice", async () => {
  let isAway = true;
  deliveries.deliver = async (_, { id }) => (id === "door" && isAway ? AWAY : DELIVERED);
  const { account, turn } = await withTarget(hook("door"));
  for (const [day, state] of (["on", "off", "on", "off", "on"] as const).entries()) {
    await until(account, NOON + day * 86_400_000);
    await at(account, NOON + day * 86_400_000);
    await turn(state);
  }
  await until(account, NOON + WEEK);
  const [lost, ...others] = await told(account);
  expect(others).toEqual([]);
  expect(lost).toMatchObject({
    state: "raised",
    text: "The webhook at door.example.com does not take notices: It could not be reached. This was the last attempt.",
    deliveries: [],
  });
  expect((await shownTarget(account, "door"))?.missed).toEqual({
    since: new Date(NOON).toISOString(),
    detail: "It could not be reached. This was the last attempt.",
  });
  expect(await shownTarget(account, "mail")).not.toHaveProperty("missed");
  isAway = false;
  await nap(account);
  await turn("off");
  await eventually(
    () => shownTarget(account, "door"),
    (target) => target?.missed === undefined,
  );
  expect(await told(account)).toHaveLength(1);
});

test("a test that arrives ends what the target's row says", async () => {
  deliveries.deliver = async (_, { id }) =>
    id === "door" ? { outcome: "refused", detail: "Telegram answered: chat not found" } : DELIVERED;
  const { account, turn } = await withTarget(hook("door"));
  await turn("on");
  await eventually(
    () => shownTarget(account, "door"),
    (target) => target?.missed !== undefined,
  );
  await turn("off");
  await until(account, NOON + WEEK);
  expect(await told(account)).toHaveLength(1);
  deliveries.deliver = async () => DELIVERED;
  await account.ask((calls) => calls.watches.testTarget("door"));
  expect((await shownTarget(account, "door"))?.missed).toBeUndefined();
});

for (const [name, target, text] of [
  [
    "a browser that was uninstalled",
    browser("phone", "https://updates.push.services.mozilla.com/wpush/v2/x"),
    "A browser gets no more notices: Its subscription has ended.",
  ],
  [
    "a webhook that wants no more",
    hook("phone"),
    "The webhook at phone.example.com gets no more notices: Its subscription has ended.",
  ],
] as const) {
  test(`${name} is named once under the bell, at once on open pages`, async () => {
    deliveries.deliver = async (_, { id }) =>
      id === "phone" ? { outcome: "gone", detail: "Its subscription has ended." } : DELIVERED;
    const { account, turn } = await withTarget(target);
    const page = await openPage(account);
    await turn("on");
    const [lost] = await eventually(
      () => told(account),
      (list) => list.length > 0,
    );
    expect(lost).toMatchObject({ text, lost_target: "phone", deliveries: [] });
    expect(await reported(page)).toContain(lost?.id);
    await turn("off");
    await until(account, NOON + WEEK);
    expect(await told(account)).toHaveLength(1);
  });
}

test("twenty notices that are lost at once are told once", async () => {
  deliveries.deliver = async (_, { id }) =>
    id === "door" ? { outcome: "refused", detail: "It answered 400." } : DELIVERED;
  const { account, turn } = await withTarget(hook("door"));
  for (let pairs = 0; pairs < 10; pairs++) {
    await turn("on");
    await turn("off");
  }
  await until(account, NOON + WEEK);
  expect(await told(account)).toHaveLength(1);
});

test("the day's limit is named once, as something that went wrong, and at once on open pages", async () => {
  const { account, watch, turn } = await withTarget(hook("door"));
  const page = await openPage(account);
  await inObject(
    account,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
     INSERT INTO notices (id, watch_id, state, at, facts, deliveries, next_at)
     SELECT 'n' || i, '${watch.id}', 'raised', ${NOON}, '', '[]', NULL FROM n`,
  );
  for (const state of ["on", "off", "on"] as const) await turn(state);
  const shown = await bell(account);
  expect(await reported(page)).toEqual(shown.map(({ id }) => id));
  expect(shown.map(({ text, state, event }) => [text, state, event])).toEqual([
    ["No more notices are sent today: the limit of 200 is reached.", "raised", null],
  ]);
});
