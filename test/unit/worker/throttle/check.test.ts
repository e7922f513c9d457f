import {
  evictDurableObject,
  listDurableObjectIds,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ThrottleMisconfigured } from "../../../../worker/env.ts";
import { check, type ThrottleEnv, ThrottleUnavailable } from "../../../../worker/throttle/check.ts";
import { hurry } from "../hurry.ts";

/** As deployed: no switch, no shield. */
const real: ThrottleEnv = { THROTTLE_LOG: env.THROTTLE_LOG, ENVIRONMENT: "production" };
const START = Date.UTC(2026, 0, 1);

let last = 0;
/** A new address for each test, so that tests do not share logs. */
const someAddress = () => `203.0.113.${++last}`;
const someEmail = () => `person${++last}@example.com`;

const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);
const shards = async () =>
  (await listDurableObjectIds(env.THROTTLE_LOG)).map((id) => env.THROTTLE_LOG.get(id));

beforeEach(() => at(0));
afterEach(() => void vi.useRealTimers());

describe("a throttle", () => {
  test("admits its number of calls, and its wait is exact", async () => {
    const facts = { address: someAddress() };
    for (let call = 0; call < 20; call++) {
      at(call);
      expect(await check(real, "reset-password", facts)).toEqual({ wait: null });
    }
    at(30.5);
    expect(await check(real, "reset-password", facts)).toEqual({ wait: 30 });
    at(59.5);
    expect(await check(real, "reset-password", facts)).toEqual({ wait: 1 });
    at(60);
    expect(await check(real, "reset-password", facts)).toEqual({ wait: null });
    expect(await check(real, "reset-password", facts)).toEqual({ wait: 1 });
  });

  test("reads and writes once a second for a flood that it refuses [T99]", async () => {
    let asked = 0;
    const getByName = (name: string) => {
      asked++;
      return env.THROTTLE_LOG.getByName(name);
    };
    const counted = { ...real, THROTTLE_LOG: { getByName } as unknown as typeof env.THROTTLE_LOG };
    const address = someAddress();
    const guess = () => check(counted, "login", { address, email: someEmail() });
    for (let call = 0; call < 60; call++) expect(await guess()).toEqual({ wait: null });
    expect(await guess()).toEqual({ wait: 60 });
    const before = asked;
    at(0.9);
    for (let call = 0; call < 10; call++) expect(await guess()).toEqual({ wait: 60 });
    expect(asked).toBe(before);
    at(1);
    expect(await guess()).toEqual({ wait: 59 });
    expect(asked).toBeGreaterThan(before);
    expect(await check(counted, "login", { address: someAddress(), email: someEmail() })).toEqual({
      wait: null,
    });
  });

  test("counts each throttle separately", async () => {
    const facts = { address: someAddress() };
    for (let call = 0; call < 20; call++) await check(real, "reset-password", facts);
    expect((await check(real, "reset-password", facts)).wait).toBe(60);
    expect(await check(real, "validate-reset-token", facts)).toEqual({ wait: null });
  });

  test("counts an e-mail address in any spelling, from any address [T30]", async () => {
    const email = someEmail();
    for (let call = 0; call < 60; call++) {
      const written = call % 2 === 0 ? ` ${email.toUpperCase()} ` : email;
      const facts = { address: `10.4.0.${call}`, email: written };
      expect(await check(real, "login", facts)).toEqual({ wait: null });
    }
    expect(await check(real, "login", { address: someAddress(), email })).toEqual({ wait: 60 });
  });

  test("counts the addresses of one IPv6 customer as one [T30]", async () => {
    for (let call = 0; call < 20; call++) {
      await check(real, "reset-password", { address: `2001:db8:7:7::${call.toString(16)}` });
    }
    expect((await check(real, "reset-password", { address: "2001:db8:7:7:f::1" })).wait).toBe(60);
    expect((await check(real, "reset-password", { address: "2001:db8:7:8::1" })).wait).toBeNull();
  });
});

describe("a throttle of two rules", () => {
  test("counts no call at one rule that the other refused", async () => {
    const address = someAddress();
    for (let call = 0; call < 60; call++) await check(real, "login", { address, email: someEmail() });
    const email = someEmail();
    at(10);
    for (let call = 0; call < 12; call++) {
      expect(await check(real, "login", { address, email })).toEqual({ wait: 50 });
    }
    // The owner of the e-mail address, from elsewhere, has all ten attempts.
    const elsewhere = someAddress();
    for (let call = 0; call < 10; call++) {
      expect(await check(real, "login", { address: elsewhere, email })).toEqual({ wait: null });
    }
  });

  test("returns the longer wait", async () => {
    const address = someAddress();
    const email = someEmail();
    for (let call = 0; call < 50; call++) await check(real, "login", { address, email: someEmail() });
    at(30);
    for (let call = 0; call < 10; call++) await check(real, "login", { address, email });
    at(40);
    expect(await check(real, "login", { address, email })).toEqual({ wait: 50 });
    expect(await check(real, "login", { address, email: someEmail() })).toEqual({ wait: 20 });
  });
});

describe("the throttle's object", () => {
  test("keeps its counts across hibernation", async () => {
    const facts = { address: someAddress() };
    for (let call = 0; call < 20; call++) await check(real, "reset-password", facts);
    for (const shard of await shards()) {
      // an object that slept by itself needs no eviction
      await evictDurableObject(shard).catch((error: Error) =>
        expect(error.message).toContain("not currently running"),
      );
    }
    expect((await check(real, "reset-password", facts)).wait).toBe(60);
  });

  test("stores neither addresses nor e-mail addresses, and deletes old counts", async () => {
    const facts = { address: someAddress(), email: someEmail() };
    const rows = async () => {
      const all: string[] = [];
      for (const shard of await shards()) {
        await runInDurableObject(shard, (_, state) => {
          all.push(
            ...state.storage.sql
              .exec("SELECT * FROM logs")
              .toArray()
              .map((row) => JSON.stringify(row)),
          );
        });
      }
      return all;
    };
    const others = new Set(await rows());
    const own = async () => (await rows()).filter((row) => !others.has(row));
    await check(real, "forgot-password", facts);
    const before = await own();
    expect(before.length).toBeGreaterThan(0);
    expect(before.join()).not.toContain(facts.address);
    expect(before.join()).not.toContain("example.com");
    at(7200);
    for (const shard of await shards()) await runDurableObjectAlarm(shard);
    expect(await own()).toEqual([]);
  });

  test("fails closed: an object that fails or hangs refuses with an error [F37]", async () => {
    const broken = (take: () => Promise<never>) =>
      ({ getByName: () => ({ take }) }) as unknown as ThrottleEnv["THROTTLE_LOG"];
    const failing = { ...real, THROTTLE_LOG: broken(() => Promise.reject(new Error("gone"))) };
    await expect(check(failing, "login", { address: "a" })).rejects.toThrow(ThrottleUnavailable);
    const hurried = hurry(5000);
    try {
      const hanging = { ...real, THROTTLE_LOG: broken(() => new Promise<never>(() => undefined)) };
      const refused = check(hanging, "register", { address: "a" });
      await expect(refused).rejects.toThrow(ThrottleUnavailable);
    } finally {
      hurried.mockRestore();
    }
  });
});

describe("the shield", () => {
  test("refuses for its period before any log is read", async () => {
    const keys: string[] = [];
    const SHIELD = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: false };
      },
    };
    const noLog = {} as ThrottleEnv["THROTTLE_LOG"];
    const answer = await check({ ...real, SHIELD, THROTTLE_LOG: noLog }, "login", { address: "2001:db8::5" });
    expect(answer).toEqual({ wait: 60, shield: true });
    expect(keys).toEqual(["2001:db8:0:0::/64"]);
  });

  test("has the limits of the table", async () => {
    vi.useRealTimers();
    const { SHIELD } = await import("../../../../worker/throttle/limits.ts");
    const key = crypto.randomUUID();
    // Twice its limit and one more: even across a new minute one call is too many.
    const outcomes = await Promise.all(
      Array.from({ length: SHIELD.limit * 2 + 1 }, async () => (await env.SHIELD?.limit({ key }))?.success),
    );
    const passed = outcomes.filter((success) => success === true).length;
    expect(passed).toBeGreaterThanOrEqual(SHIELD.limit);
    expect(passed).toBeLessThanOrEqual(SHIELD.limit * 2);
  });
});

describe("THROTTLE=off", () => {
  test("admits everything, outside production", async () => {
    const off = { ...real, THROTTLE: "off", ENVIRONMENT: "development" };
    const facts = { address: someAddress() };
    for (let call = 0; call < 30; call++) {
      expect(await check(off, "reset-password", facts)).toEqual({ wait: null });
    }
  });

  test.each(["production", undefined])("is refused when ENVIRONMENT is %s", async (ENVIRONMENT) => {
    await expect(check({ ...real, THROTTLE: "off", ENVIRONMENT }, "login", { address: "a" })).rejects.toThrow(
      ThrottleMisconfigured,
    );
  });

  test("has no other value that disables it", async () => {
    const odd = { ...real, THROTTLE: "no", ENVIRONMENT: "development" };
    await expect(check(odd, "login", { address: "a" })).rejects.toThrow(ThrottleMisconfigured);
  });
});
