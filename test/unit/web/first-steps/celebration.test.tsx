import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { devicesQuery } from "../../../../web/src/api/queries.ts";
import { Celebration, CelebrationPlace } from "../../../../web/src/features/first-steps/celebration.tsx";
import { Announcer, announcement } from "../../../../web/src/ui/messages/announcer.tsx";
import { server, signedInAlways } from "../screen.tsx";

const TEXT = "Your first device took its first command.";

signedInAlways();
beforeEach(() => {
  localStorage.clear();
  announcement.set(null);
  // Notifies at once.
  notifyManager.setScheduler((tell) => tell());
});

function page() {
  const asked = server({});
  const client = new QueryClient();
  const list = (...taken: (boolean | null)[]) =>
    act(async () => {
      client.setQueryData(
        devicesQuery().queryKey,
        taken.map((each, id) => ({ id: String(id), taken: each })) as never,
      );
    });
  render(
    <QueryClientProvider client={client}>
      <Announcer />
      <CelebrationPlace links={false} />
      <Celebration />
    </QueryClientProvider>,
  );
  return { asked, list };
}

it("[F397] celebrates the first acknowledged command of a first device, announces it, and needs no press", async () => {
  const { asked, list } = page();
  await list();
  await list(null);
  await list(false);
  expect(screen.queryByText(TEXT)).toBeNull();
  await list(true);
  await waitFor(() => expect(screen.getAllByText(TEXT)).toHaveLength(2));
  expect(screen.getByRole("status").textContent).toBe(TEXT);
  expect(asked).toEqual([]);
  await act(() => userEvent.click(screen.getByRole("button", { name: "Dismiss" })));
  expect(screen.queryByRole("region", { name: "Next" })).toBeNull();
});

it("does so once an account, and not for an experienced one", async () => {
  const first = page();
  await first.list(true, false);
  await first.list(false, false);
  await first.list(true, false);
  expect(screen.queryByText(TEXT)).toBeNull();
});
