/** Ways on which a device is switched × callers × `ask_first`: each cell is tried. */

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { rulingOf, type SwitchCaller, type SwitchWay, WAYS } from "../../../../broker/contract/asking.ts";
import { ASKED_CALLERS } from "../../../../broker/contract/device-events.ts";
import { DRIVE, type Home, newHome } from "./ask-first-ways.ts";

const LISTS = { "is empty": [], "has all": ASKED_CALLERS } as const;
type ListName = keyof typeof LISTS;

const cells = (Object.keys(WAYS) as SwitchWay[]).flatMap((way) =>
  WAYS[way].callers.flatMap((caller: SwitchCaller) =>
    (Object.keys(LISTS) as ListName[]).map((list) => ({ way, caller, list })),
  ),
);

let home: Home;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  home = await newHome();
  return () => vi.useRealTimers();
});
// orders of the case before have ended
beforeEach(() => {
  vi.setSystemTime(Date.now() + 600_000);
});

describe.each(Object.keys(LISTS) as ListName[])("[T410] ask_first %s", (list) => {
  test.each(cells.filter((cell) => cell.list === list))("$way by $caller", async ({ way, caller }) => {
    await home.askFirst(LISTS[list]);
    expect(await DRIVE[way](home, caller)).toBe(rulingOf(way, caller, LISTS[list]));
  });
});

test("each caller on its own: only those in the list are asked about", () => {
  for (const { way, caller } of cells) {
    for (const other of ASKED_CALLERS) {
      const isAsked = (caller as string) === other;
      expect(rulingOf(way, caller, [other]), `${way} by ${caller}`).toBe(isAsked ? WAYS[way].asked : "goes");
    }
  }
});
