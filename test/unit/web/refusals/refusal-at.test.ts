import { expect, it } from "vitest";
import { refusalAt } from "../../../../web/src/features/refusals/refusals-screen.tsx";

const at = (second: number) => ({ at: new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString() });

it("is the nearest to an error in time, and none that is far from it [F377]", () => {
  const refusals = [at(50), at(12), at(10), at(0)];
  expect(refusalAt(refusals, at(11).at)).toEqual(at(12));
  expect(refusalAt(refusals, at(9).at)).toEqual(at(10));
  expect(refusalAt(refusals, at(30).at)).toBeNull();
  expect(refusalAt([], at(0).at)).toBeNull();
});
