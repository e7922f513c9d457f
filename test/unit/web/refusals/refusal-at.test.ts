import { expect, it } from "vitest";
import { foldRefusals, refusalAt } from "../../../../web/src/features/refusals/refusals-screen.tsx";
import type { Refusal } from "../../../../worker/contract/refusals.ts";

const at = (second: number) => ({ at: new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString() });

it("is the nearest to an error in time, and none that is far from it [F377]", () => {
  const refusals = [at(50), at(12), at(10), at(0)];
  expect(refusalAt(refusals, at(11).at)).toEqual(at(12));
  expect(refusalAt(refusals, at(9).at)).toEqual(at(10));
  expect(refusalAt(refusals, at(30).at)).toBeNull();
  expect(refusalAt([], at(0).at)).toBeNull();
});

it("a cause that repeats is one row, with the count and the time of its first", () => {
  const refusal = (second: number, client_id: string, more: Partial<Refusal> = {}): Refusal => ({
    id: `${client_id}${second}`,
    ...at(second),
    kind: "publish",
    client_id,
    client_kind: "device",
    client_name: null,
    device_id: null,
    tried: "a/b",
    rule: "No channel.",
    nearest: null,
    fix: null,
    remedy: null,
    advice: "",
    key: null,
    byte: null,
    count: 1,
    ...more,
  });
  const rows = foldRefusals([
    refusal(50, "lamp", { count: 9 }),
    refusal(40, "fan"),
    refusal(30, "lamp"),
    refusal(20, "mqttjs_1", { kind: "connect", client_name: "board" }),
    refusal(10, "mqttjs_2", { kind: "connect", client_name: "board" }),
    refusal(5, "lamp", { rule: "Too large." }),
  ]);
  expect(rows.map(({ id, count, since }) => [id, count, since])).toEqual([
    ["lamp50", 10, at(30).at],
    ["fan40", 1, undefined],
    ["mqttjs_120", 2, at(10).at],
    ["lamp5", 1, undefined],
  ]);
});
