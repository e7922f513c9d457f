/** The golden table over a real network, against the started product. */

import { beforeAll, describe, expect, inject, test } from "vitest";
import { mistakesOf } from "../support/golden/check.ts";
import type { World } from "../support/golden/row.ts";
import { GOLDEN_TABLE } from "../support/golden/table.ts";
import { makeWorld } from "../support/golden/world.ts";

const send = (request: Request) => fetch(request);
let world: World;

beforeAll(async () => {
  world = await makeWorld(send, inject("baseUrl"));
});

describe("the API responds", () => {
  for (const row of GOLDEN_TABLE) {
    test(`${row.call} as ${row.as ?? "nobody"}: ${row.because} → ${row.status}`, async () => {
      expect(await mistakesOf(row, world, send)).toEqual([]);
    });
  }
});
