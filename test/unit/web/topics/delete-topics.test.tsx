/** A branch of more messages than one call removes: the page says that it must stay open, and the browser asks. */

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deletions } from "../../../../web/src/api/deletions.ts";
import UndoBar from "../../../../web/src/features/shell/undo-bar.tsx";
import { DeleteTopics } from "../../../../web/src/features/topics/delete-topics.tsx";
import type { Removal } from "../../../../web/src/features/topics/removal.ts";
import { type ToastMessage, toastsTo } from "../../../../web/src/ui/messages/toast.ts";
import { server, show, signedInAlways } from "../screen.tsx";

const STAY = /Keep this page open until all are deleted/;

signedInAlways();
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  deletions.set([]);
  vi.useRealTimers();
});

function Scene({ given }: { given: Removal }) {
  const [removal, setRemoval] = useState<Removal | null>(given);
  return (
    <>
      <DeleteTopics removal={removal} onClose={() => setRemoval(null)} />
      <UndoBar />
    </>
  );
}

async function confirmed(removal: Removal, answers: unknown[]) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const asked = server({ "DELETE /v0/messages/": () => answers.shift() });
  await show(<Scene given={removal} />);
  const dialog = within(await screen.findByRole("dialog"));
  const warned = dialog.queryByText(STAY) !== null;
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  return { user, asked, warned };
}

/** Whether a browser would ask before the page is closed. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("asks before the page of a large branch is closed, until all of it is deleted", async () => {
  const shown: ToastMessage[] = [];
  const stop = toastsTo((message) => shown.push(message));
  const answers = [{ deleted: 200, refused: 0, remaining: 100, next: "old/b" }];
  const { user, asked, warned } = await confirmed({ topic: "old", isBranch: true, count: 300 }, answers);
  expect(warned).toBe(true);
  await screen.findByText(STAY, { selector: "fieldset p" });
  expect(asks()).toBe(true);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(asks()).toBe(false);
  expect(asked).toEqual([]);
  stop();
});

it("asks while further calls are made, and says so", async () => {
  const shown: ToastMessage[] = [];
  const stop = toastsTo((message) => shown.push(message));
  const answers: unknown[] = [
    { deleted: 200, refused: 0, remaining: 100, next: "old/b" },
    new Response("{}", { status: 429 }),
    { deleted: 100, refused: 0, remaining: 0, next: null },
  ];
  const { user } = await confirmed({ topic: "old", isBranch: true, count: 300 }, answers);
  await user.click(screen.getByRole("button", { name: "Delete now" }));
  await vi.waitFor(() => expect(shown.at(-1)?.text).toMatch(STAY));
  expect(deletions.get()).toEqual([]);
  expect(asks()).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown.at(-1)?.text).toBe("300 messages deleted.");
  expect(asks()).toBe(false);
  stop();
});

it("says nothing of it for what one call removes", async () => {
  const { warned } = await confirmed({ topic: "old", isBranch: true, count: 200 }, []);
  expect(warned).toBe(false);
  expect(asks()).toBe(false);
});
