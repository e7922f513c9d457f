import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../../../worker/contract/version.ts";
import { mistakesOf } from "../../../support/golden/check.ts";
import type { World } from "../../../support/golden/row.ts";
import { GOLDEN_TABLE } from "../../../support/golden/table.ts";
import { makeWorld } from "../../../support/golden/world.ts";

const send = (request: Request) => SELF.fetch(request);
let world: World;

beforeAll(async () => {
  world = await makeWorld(send, "http://switchyard.test");
});

describe("the API responds", () => {
  for (const row of GOLDEN_TABLE) {
    test(`${row.call} as ${row.as ?? "nobody"}: ${row.because} → ${row.status}`, async () => {
      expect(await mistakesOf(row, world, send)).toEqual([]);
    });
  }
});

test("a wrong status, header or body in the table is detected", async () => {
  const row = {
    call: "GET /v0/health/",
    because: "",
    status: 200,
    answer: { status: "ok", version: VERSION },
  };
  const wrong = [
    { ...row, status: 201 },
    { ...row, answerHeaders: { "cache-control": "public" } },
    { ...row, answer: { status: "ill" } },
    { ...row, answer: undefined },
  ];
  for (const one of wrong) expect(await mistakesOf(one, world, send)).not.toEqual([]);
});
