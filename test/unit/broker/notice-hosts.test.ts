/** What one account can cause at the hosts of its targets: how many requests, how many at once, and how fast they fail. */

import { expect, test, vi } from "vitest";
import type { Attempt, NoticeMessage, StoredTarget } from "../../../broker/contract/watch.ts";
import { deliveries, nap } from "./support/account.ts";
import { eventually } from "./support/client.ts";
import { backlog, browser, hook } from "./support/notices.ts";
import { prepare } from "./support/prepare.ts";
import { alarmOf, at, inObject, MINUTE, NOON } from "./support/schedules.ts";
import { SECOND, watched } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON);

const DELIVERED: Attempt = { outcome: "delivered", detail: "" };
const FAILED: Attempt = { outcome: "failed", detail: "It answered 503." };
const HOUR = 60 * MINUTE;

/** One host in five spellings. */
const SPELLINGS: readonly StoredTarget[] = [
  hook("a", "https://hooks.example.com/a"),
  hook("b", "https://HOOKS.example.com/b"),
  hook("c", "https://hooks.example.com./c"),
  hook("d", "http://hooks.example.com:8080/d"),
  browser("e", "https://hooks.example.com/push/e"),
];

/** Counts what leaves, by target. */
function counted(
  answer: (target: string, message: NoticeMessage) => Attempt | Promise<Attempt> = () => DELIVERED,
) {
  const sent: string[] = [];
  deliveries.deliver = async (_, { id }, message) => {
    sent.push(id);
    return answer(id, message);
  };
  return sent;
}

async function watchedWith(targets: readonly StoredTarget[]) {
  const home = await watched({ events: ["turned_on", "turned_off"] });
  for (const target of targets) await home.account.ask((calls) => calls.watches.putTarget(target, 20));
  await home.put({ targets: targets.map(({ id }) => id) });
  const cause = (state: "on" | "off" = "on") =>
    home.account.ask((calls) => calls.devices.switchDevice(home.device.deviceId, state));
  const outcomes = async (target: string) =>
    (await home.notices()).map(
      (notice) => notice.deliveries.find((each) => each.target === target)?.outcome ?? "none",
    );
  return { ...home, cause, outcomes };
}

test("122 presses cause 60 requests an hour at a host, whatever its spelling and kind, also across a sleep; then 429 [T384]", async () => {
  const sent = counted();
  const { account, notices, cause, outcomes } = await watchedWith(SPELLINGS);
  await cause();
  await eventually(() => sent.length === 5, Boolean);
  const [notice] = await notices();
  const press = () => account.ask((calls) => calls.watches.sendNotice(notice?.id ?? ""));
  const answers: unknown[] = [];
  for (let n = 0; n < 122; n++) {
    if (n % 10 === 0) await nap(account);
    answers.push(await press());
    await eventually(
      async () =>
        (await Promise.all(SPELLINGS.map(({ id }) => outcomes(id))))
          .flat()
          .every((each) => each === "delivered"),
      Boolean,
    );
  }
  expect(sent).toHaveLength(60);
  expect(answers.slice(0, 11)).toEqual(Array(11).fill({ sent: true }));
  expect(answers.slice(11)).toEqual(Array(111).fill({ retryAfterSeconds: 3600 }));
  expect(await account.ask((calls) => calls.watches.testTarget("a"))).toEqual({ retryAfterSeconds: 3600 });
  vi.setSystemTime(NOON + HOUR);
  expect(await press()).toEqual({ sent: true });
  await eventually(() => sent.length === 65, Boolean);
});

test("notices over the limit wait for the next hour with the reason, and another host gets its own at once [T384]", async () => {
  const sent = counted();
  const { account, watch, notices, outcomes } = await watchedWith([hook("a"), hook("b")]);
  await backlog(account, watch.id, 100, ["a"]);
  await at(account, NOON);
  await eventually(() => sent.length === 60, Boolean);
  await eventually(
    () => outcomes("a"),
    (list) => list.filter((outcome) => outcome === "delivered").length === 60,
  );
  const waiting = (await notices()).flatMap(({ deliveries: [delivery] }) =>
    delivery?.outcome === "waiting" ? delivery.detail : [],
  );
  expect(new Set(waiting)).toEqual(
    new Set(["Its host has had 60 requests within an hour (TARGET_HOST_RATE): it waits."]),
  );
  expect(await alarmOf(account)).toBe(NOON + HOUR);
  expect(await account.ask((calls) => calls.watches.testTarget("b"))).toMatchObject({ attempt: DELIVERED });
  await at(account, NOON + HOUR);
  await eventually(() => sent.filter((id) => id === "a").length === 100, Boolean);
});

test("an account sends ten tests a minute, also across a sleep; then 429 [T384]", async () => {
  const sent = counted(() => FAILED);
  const { account } = await watchedWith([hook("a"), hook("b")]);
  const test = async (id: string) => account.ask((calls) => calls.watches.testTarget(id));
  for (let n = 0; n < 10; n++) {
    expect(await test(["a", "b", "mail"][n % 3] ?? "")).toMatchObject({ attempt: FAILED });
    await nap(account);
  }
  for (const id of ["a", "mail"]) expect(await test(id)).toMatchObject({ retryAfterSeconds: 60 });
  vi.setSystemTime(NOON + MINUTE);
  expect(await test("mail")).toMatchObject({ attempt: FAILED });
  expect(sent).toHaveLength(11);
});

test("a test that hangs holds one place: the same target is not tested again meanwhile, and a notice leaves", async () => {
  let release = () => {};
  const hanging = new Promise<Attempt>((resolve) => {
    release = () => resolve(FAILED);
  });
  const sent = counted((_, message) => ("test" in message ? hanging : DELIVERED));
  const { account, cause, outcomes } = await watchedWith([hook("a"), hook("b"), hook("c")]);
  const tests = ["a", "b"].map((id) => account.ask((calls) => calls.watches.testTarget(id)));
  await eventually(() => sent.length === 2, Boolean);
  for (const id of ["a", "c"]) {
    expect(await account.ask((calls) => calls.watches.testTarget(id))).toMatchObject({
      retryAfterSeconds: 30,
    });
  }
  await cause();
  await eventually(
    () => outcomes("a"),
    ([outcome]) => outcome === "delivered",
  );
  release();
  expect(await Promise.all(tests)).toMatchObject([{ attempt: FAILED }, { attempt: FAILED }]);
  expect(await account.ask((calls) => calls.watches.testTarget("c"))).toMatchObject({ attempt: FAILED });
});

test("an account with ever new hosts causes ten times the requests of one host in an hour [T384]", async () => {
  const sent = counted();
  const { account, watch } = await watchedWith([hook("a")]);
  await inObject(
    account,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 599)
     INSERT INTO host_requests (at, host, is_test) SELECT ${NOON}, 'h' || i || '.example.com', 0 FROM n`,
  );
  await backlog(account, watch.id, 3, ["a"]);
  await at(account, NOON);
  expect(await account.ask((calls) => calls.watches.testTarget("a"))).toMatchObject({
    retryAfterSeconds: 3600,
  });
  expect(sent).toHaveLength(1);
  await at(account, NOON + HOUR);
  await eventually(() => sent.length === 3, Boolean);
  const [row] = await inObject(account, "SELECT count(*) AS n FROM host_requests");
  expect(row?.n).toBe(2);
});

test("a target that hangs holds one place: the others get all their notices meanwhile", async () => {
  let release = () => {};
  const hanging = new Promise<Attempt>((resolve) => {
    release = () => resolve(FAILED);
  });
  const sent = counted((target) => (target === "hung" ? hanging : DELIVERED));
  const { account, watch, outcomes } = await watchedWith([hook("hung"), hook("well")]);
  await backlog(account, watch.id, 20, ["hung", "well"]);
  await at(account, NOON);
  await eventually(
    () => outcomes("well"),
    (list) => list.length === 20 && list.every((each) => each === "delivered"),
  );
  expect(sent.filter((id) => id === "hung")).toHaveLength(1);
  // the alarm after the lease begins no second attempt
  await at(account, NOON + 5 * MINUTE);
  expect(sent.filter((id) => id === "hung")).toHaveLength(1);
  release();
  await eventually(() => sent.filter((id) => id === "hung").length === 2, Boolean);
});

test("the waiting notices of a target that fails are tried one at a time, with growing pauses", async () => {
  const sent = counted(() => FAILED);
  const { account, watch, notices } = await watchedWith([hook("a")]);
  await backlog(account, watch.id, 200, ["a"]);
  const tried = async () =>
    (await notices()).reduce((sum, { deliveries: [delivery] }) => sum + (delivery?.attempts ?? 0), 0);
  await at(account, NOON);
  let [attempts, last] = [2, NOON];
  for (const pause of [5, 10, 20, 40, 60, 60]) {
    await eventually(tried, (count) => count === attempts);
    await at(account, last + (pause - 1) * SECOND);
    last += pause * SECOND;
    await at(account, last);
    attempts += 1;
  }
  await eventually(tried, (count) => count === attempts);
  expect(sent).toHaveLength(8);
});

test("the waiting notices of a target that is gone end in slices, one a second", async () => {
  const sent = counted(() => ({ outcome: "gone", detail: "It answered 410." }));
  const { account, watch, outcomes } = await watchedWith([hook("a")]);
  await backlog(account, watch.id, 900, ["a"]);
  await at(account, NOON);
  const gone = async () => (await outcomes("a")).filter((each) => each === "gone").length;
  await eventually(gone, (count) => count === 21);
  for (let second = 1; second <= 44; second++) {
    expect(await alarmOf(account)).toBe(NOON + second * SECOND);
    await at(account, NOON + second * SECOND);
    expect(await gone()).toBe(Math.min(900, 21 + 20 * second));
  }
  expect(await alarmOf(account)).not.toBe(NOON + 45 * SECOND);
  expect(sent).toHaveLength(1);
});

test("a notice that cannot be read is left out, and keeps no alarm ringing", async () => {
  const sent = counted();
  const { account, watch } = await watchedWith([hook("a")]);
  await backlog(account, watch.id, 3, ["a"], NOON + SECOND);
  await inObject(account, "UPDATE notices SET deliveries = '{' WHERE id = 'n1'");
  await inObject(account, "UPDATE notices SET facts = '{}' WHERE id = 'n2'");
  await nap(account);
  // the first alarm finds that the second notice cannot be read
  await at(account, NOON + SECOND);
  await at(account, NOON + SECOND);
  await eventually(() => sent.length === 1, Boolean);
  await at(account, NOON + MINUTE);
  expect((await alarmOf(account)) ?? Infinity).toBeGreaterThan(NOON + MINUTE);
});
