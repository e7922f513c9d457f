/** What a page shows when a notice is written while it is open. */

import { afterEach, expect, it } from "vitest";
import { showNew } from "../../../../web/src/features/watches/bell.tsx";
import { type ToastMessage, toastsTo } from "../../../../web/src/ui/messages/toast.ts";

const shown: ToastMessage[] = [];
const stop = toastsTo((message) => shown.push(message));
afterEach(() => void shown.splice(0));
afterEach(stop);

const LOST = { id: "1", state: "raised", text: "Freezer is not connected." } as const;
const BACK = { id: "2", state: "cleared", text: "Freezer is connected again." } as const;

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
