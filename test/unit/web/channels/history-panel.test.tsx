/** The history of messages on the channels' screen. */

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HistoryPanel } from "../../../../web/src/features/channels/history-panel.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

const SETTINGS = "/v0/mqtt/settings/";
const OFF = { profile: "classic", home_assistant: true, history: [] };
const KEPT = {
  messages: 1234,
  bytes: 65_536,
  oldest_at: "2026-03-01T08:00:00.000Z",
  hour_messages: 100,
  hour_bytes: 4096,
  rows_today: 321,
  missed_today: 0,
};

signedInAlways();

it("is off at first, and keeps the topics that are chosen; nothing else of the settings is sent", async () => {
  const asked = server({
    [`GET ${SETTINGS}`]: () => OFF,
    [`PUT ${SETTINGS}`]: () => ({ ...OFF, history: [{ filter: "a/#", days: 3 }], history_kept: KEPT }),
  });
  await show(<HistoryPanel />);
  await userEvent.click(await screen.findByRole("button", { name: "Keep Messages" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(await dialog.findByLabelText("Topics"), " a/# ");
  await userEvent.clear(dialog.getByLabelText("Days"));
  await userEvent.type(dialog.getByLabelText("Days"), "3");
  await userEvent.click(dialog.getByRole("button", { name: "Save History" }));
  await screen.findByText("1,234 messages, 65.5 kB");
  await screen.findByText("2,400 messages, 98.3 kB");
  expect(asked.at(-1)).toEqual({
    call: `PUT ${SETTINGS}`,
    body: { profile: "classic", history: [{ filter: "a/#", days: "3" }] },
  });
  expect(screen.queryByText(/were not kept/)).toBeNull();
});

it("needs an API key to say before the first save what a day would cost", async () => {
  server({ [`GET ${SETTINGS}`]: () => OFF, "GET /v0/api-keys/": () => [] });
  await show(<HistoryPanel />);
  await userEvent.click(await screen.findByRole("button", { name: "Keep Messages" }));
  const cost = within(await screen.findByRole("region", { name: "What a day would cost" }));
  await cost.findByText(/^Create an API key/);
});

it("says what a limit kept out, and warns before messages are deleted", async () => {
  const history = [
    { filter: "a/#", days: 1 },
    { filter: "b", days: 30 },
  ];
  const asked = server({
    [`GET ${SETTINGS}`]: () => ({ ...OFF, history, history_kept: { ...KEPT, missed_today: 5000 } }),
    [`PUT ${SETTINGS}`]: () => ({ ...OFF, history: history.slice(1), history_kept: KEPT }),
  });
  await show(<HistoryPanel />);
  await screen.findByText(/^5,000 messages of today were not kept/);
  await userEvent.click(screen.getByRole("button", { name: "Change History" }));
  const dialog = within(await screen.findByRole("dialog"));
  const remove = await dialog.findByRole("button", { name: "Remove a/#" });
  expect(dialog.queryByText(/are deleted/)).toBeNull();
  await userEvent.click(remove);
  await dialog.findByText(/are deleted, unless another line has all of them/);
  await userEvent.click(dialog.getByRole("button", { name: "Save History" }));
  await expect
    .poll(() => asked.at(-1)?.body)
    .toEqual({ profile: "classic", history: [{ filter: "b", days: "30" }] });
});
