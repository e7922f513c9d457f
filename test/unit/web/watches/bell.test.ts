/** What a page shows when a notice is written while it is open. */

import { afterAll, afterEach, expect, it } from "vitest";
import { WATCHED_EVENTS } from "../../../../broker/contract/device-events.ts";
import { showNew } from "../../../../web/src/features/watches/bell.tsx";
import { noticeTone } from "../../../../web/src/features/watches/notices/notice-tone.ts";
import { type ToastMessage, toastsTo } from "../../../../web/src/ui/messages/toast.ts";

const shown: ToastMessage[] = [];
const stop = toastsTo((message) => shown.push(message));
afterEach(() => void shown.splice(0));
afterAll(stop);

const LOST = { id: "1", state: "raised", event: null, text: "Freezer is not connected." } as const;
const BACK = { id: "2", state: "cleared", event: null, text: "Freezer is connected again." } as const;

it("shows nothing that the list had before, then only the newest, with the number of others", () => {
  showNew([LOST], [LOST]);
  expect(shown).toEqual([]);
  showNew([BACK, LOST], [LOST]);
  showNew([LOST], []);
  showNew([{ ...LOST, id: "3" }, BACK, LOST], []);
  expect(shown.map(({ kind, text }) => [kind, text])).toEqual([
    ["success", "Freezer is connected again."],
    ["error", "Freezer is not connected."],
    ["error", "Freezer is not connected. And 2 more."],
  ]);
});

it("an event is an alarm only where something went wrong, in the list and in a toast", () => {
  const alarms = WATCHED_EVENTS.filter((event) => noticeTone({ state: "raised", event }) === "stop");
  expect(alarms).toEqual(["errored", "schedule_missed"]);
  for (const event of WATCHED_EVENTS) showNew([{ id: event, state: "raised", event, text: event }], []);
  expect(shown.filter(({ kind }) => kind === "error").map(({ text }) => text)).toEqual(alarms);
});
