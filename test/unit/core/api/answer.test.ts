import { expect, test } from "vitest";
import { listParts, present } from "../../../../worker/api/answer.ts";
import type { Progress, Route } from "../../../../worker/api/call.ts";
import { type ApiCall, CALLS } from "../../../../worker/contract/api.ts";

const route: Route<ApiCall> = { act: async () => undefined as never };
const answer = (rows: unknown) =>
  present({
    endpoint: CALLS.listCredentials,
    route,
    format: "json",
    value: rows,
    call: { headers: new Headers({ "X-Own": "1" }) },
  } as unknown as Progress);

test.each([0, 1, 3, 100])("a list of %i rows is the same JSON, in parts that are short", async (count) => {
  const rows = Array.from({ length: count }, (_, n) => ({ n, text: "é".repeat(20_000) }));
  const response = answer(rows);
  expect([response.status, response.headers.get("Content-Type"), response.headers.get("X-Own")]).toEqual([
    200,
    "application/json",
    "1",
  ]);
  expect(await response.json()).toEqual(rows);
  const parts = [...listParts(rows)];
  expect(JSON.parse(parts.join(""))).toEqual(rows);
  for (const part of parts) expect(part.length).toBeLessThan(90_000);
});

test("a list of every limit, credentials with their channels, is made as it is read", async () => {
  let made = 0;
  const channels = Array.from({ length: 100 }, (_, n) => ({
    topic: `${n}`.padEnd(200, "t"),
    description: "d".repeat(500),
  }));
  const rows = Array.from({ length: 50 }, (_, n) => ({
    toJSON() {
      made++;
      return { n, channels };
    },
  }));
  const reader = answer(rows).body?.getReader();
  await reader?.read();
  expect(made).toBeLessThan(5);
  await reader?.cancel();
});
