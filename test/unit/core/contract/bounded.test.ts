import { expect, test } from "vitest";
import { keepHeaviest, keepNewest, putNewest } from "../../../../broker/contract/bounded.ts";
import { EventRateLimiter } from "../../../../broker/hub/limits/rate-limiter.ts";
import { blockOf, cacheBlock } from "../../../../worker/gateway/block-cache.ts";
import { PendingClients } from "../../../../worker/gateway/connect-reader.ts";
import { knownWait, rememberFull } from "../../../../worker/throttle/check.ts";

test("a full map loses its oldest entry, and a set entry is the newest again", () => {
  const map = new Map<string, number>();
  for (const key of ["a", "b", "c"]) putNewest(map, key, 1, 3);
  putNewest(map, "a", 2, 3);
  putNewest(map, "d", 1, 3);
  expect([...map]).toEqual([
    ["c", 1],
    ["a", 2],
    ["d", 1],
  ]);
  const set = new Set([1, 2, 3, 4]);
  keepNewest(set, 2);
  expect([...set]).toEqual([3, 4]);
});

test("a map of counters loses the entry with the least weight, the oldest of several", () => {
  const map = new Map([
    ["heavy", 9],
    ["old", 1],
    ["new", 1],
  ]);
  keepHeaviest(map, 3, (weight) => weight);
  expect(map.size).toBe(3);
  keepHeaviest(map, 2, (weight) => weight);
  expect([...map.keys()]).toEqual(["heavy", "new"]);
});

test("the 4,097th device does not renew the event rates of the others [T24]", () => {
  const limiter = new EventRateLimiter({ EVENT_RATE: 1 });
  while (limiter.passes("busy", 0, false));
  for (let n = 0; n < 4096; n++) limiter.passes(`device ${n}`, 0, false);
  // the account has tokens again, and the device none yet
  expect(limiter.passes("busy", 1500, false)).toBe(false);
  expect(limiter.passes("device 4095", 1500, false)).toBe(true);
});

test("one more address than is remembered unblocks no other one [T3]", () => {
  const refusal = new Response(null, { status: 429, headers: { "Retry-After": "60" } });
  const clients = new PendingClients();
  for (let n = 0; n < 10_001; n++) {
    cacheBlock("account", `address ${n}`, refusal, 0);
    clients.block(`address ${n}`, 60_000);
  }
  expect(blockOf("account", "address 0", 0)).toBeNull();
  expect(blockOf("account", "address 1", 0)).toEqual({ seconds: 60, isForUnread: false });
  expect(clients.add("address 1", 20, 0)).toBe(false);
  for (let n = 0; n < 4097; n++) rememberFull(`counter ${n}`, 60_000, 0);
  expect(knownWait(["counter 1"], 0)).toBe(60_000);
});
