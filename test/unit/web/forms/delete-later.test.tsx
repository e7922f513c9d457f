/** A deletion is made ten seconds after it is confirmed: until then it can be undone, and nothing is deleted. */

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deletions } from "../../../../web/src/api/deletions.ts";
import { ChannelsScreen } from "../../../../web/src/features/channels/channels-screen.tsx";
import UndoBar from "../../../../web/src/features/shell/undo-bar.tsx";
import { type ToastMessage, toastsTo } from "../../../../web/src/ui/messages/toast.ts";
import { server, show, signedInAlways, USER_ID } from "../screen.tsx";

const channelOf = (id: string, name: string) => ({
  id,
  name,
  topic: `${USER_ID}/${name}`,
  description: "",
  created_at: "2027-05-03T12:02:00.000Z",
  series: false,
});
const CHANNELS = [channelOf("1", "porch"), channelOf("2", "cellar")];
const DELETE = "DELETE /v0/mqtt/channels/1/";

signedInAlways();
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  deletions.set([]);
  vi.useRealTimers();
});

async function deletePorch(deletion: () => unknown = () => ({})) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const asked = server({ "GET /v0/mqtt/channels/": () => CHANNELS, [DELETE]: deletion });
  const calls = () => asked.filter(({ call }) => call === DELETE).length;
  await show(
    <>
      <ChannelsScreen testing={false} testingTool={null} onTested={() => {}} />
      <UndoBar />
    </>,
  );
  await user.click(await screen.findByRole("button", { name: "Delete porch" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await screen.findByText(/porch.* will be deleted in a few seconds/);
  expect(screen.queryByRole("button", { name: "Delete porch" })).toBeNull();
  expect(calls()).toBe(0);
  return { user, calls };
}

it("takes the item from the list, brings it back at Undo, and then makes no call", async () => {
  const { user, calls } = await deletePorch();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Delete porch" })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls()).toBe(0);
});

it("deletes after ten seconds, once", async () => {
  const { calls } = await deletePorch();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls()).toBe(1);
});

it("waits while the focus is on the bar, and deletes at once at Delete now", async () => {
  const { user, calls } = await deletePorch();
  screen.getByRole("button", { name: "Undo" }).focus();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toBe(0);
  await user.click(screen.getByRole("button", { name: "Delete now" }));
  await vi.waitFor(() => expect(calls()).toBe(1));
});

it("offers no Undo while the server deletes: it would come too late", async () => {
  let answer: (response: Response) => void = () => {};
  const { user, calls } = await deletePorch(() => new Response(null, { status: 500 }));
  vi.mocked(globalThis.fetch).mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const [deletion] = deletions.get();
  await user.click(screen.getByRole("button", { name: "Delete now" }));
  expect(deletion?.isUnderway).toBe(true);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  deletion?.undo();
  expect(deletions.get()).toEqual([deletion]);
  expect(screen.queryByRole("button", { name: "Delete porch" })).toBeNull();
  answer(new Response("{}"));
  await vi.waitFor(() => expect(deletions.get()).toEqual([]));
  expect(calls()).toBe(0);
});

it("deletes when the page is closed", async () => {
  const { calls } = await deletePorch();
  window.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(calls()).toBe(1));
});

it("shows the item again when the server refuses, with the reason", async () => {
  const shown: ToastMessage[] = [];
  const stop = toastsTo((message) => shown.push(message));
  await deletePorch(() => {
    throw new Error("offline");
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByRole("button", { name: "Delete porch" })).toBeTruthy();
  expect(shown.map(({ kind }) => kind)).toEqual(["error"]);
  stop();
});
