/** The golden table over a real network, against the started product. */

import { beforeAll, describe, expect, inject, test } from "vitest";
import { mistakesOf } from "../support/golden/check.ts";
import type { World } from "../support/golden/row.ts";
import { GOLDEN_TABLE } from "../support/golden/table.ts";
import { makeWorld } from "../support/golden/world.ts";

const send = (request: Request) => fetch(request);

/** The workerd layer sends every row. Over the network each refusal of a call is sent once, without `TEST_ALL`. */
const isAll = process.env.TEST_ALL !== undefined;
const sent = new Set<string>();
const ROWS = GOLDEN_TABLE.filter(({ call, status }) => {
  const kind = `${call.split("?")[0]} ${status}`;
  const isFirst = !sent.has(kind);
  sent.add(kind);
  return isAll || status < 400 || isFirst;
});

let world: World;

beforeAll(async () => {
  world = await makeWorld(send, inject("baseUrl"));
});

describe("the API responds", () => {
  for (const row of ROWS) {
    test(`${row.call} as ${row.as ?? "nobody"}: ${row.because} → ${row.status}`, async () => {
      expect(await mistakesOf(row, world, send)).toEqual([]);
    });
  }
});
