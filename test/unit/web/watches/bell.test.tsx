import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { queryKeys } from "../../../../web/src/api/query-keys.ts";
import { Bell } from "../../../../web/src/features/watches/bell.tsx";
import { type ToastMessage, toastsTo } from "../../../../web/src/ui/page/toast.ts";
import type { Notice } from "../../../../worker/contract/watches.ts";
import { server, signedInAlways } from "../screen.tsx";

const notice = (id: string, text: string): Notice => ({
  id,
  state: "raised",
  at: "2027-05-03T12:02:00.000Z",
  text,
  watch: { id: "w", name: "Freezer" },
  device: null,
  deliveries: [],
});
const OLD = notice("n1", "Freezer was lost.");
const NEW = notice("n2", "Freezer reported an error.");

signedInAlways();

it("shows a toast of a notice that arrives, and none of those that were there", async () => {
  let list = [OLD];
  server({ "GET /v0/notices/": () => list });
  const toasts: ToastMessage[] = [];
  const stop = toastsTo((message) => toasts.push(message));
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <Bell />
    </QueryClientProvider>,
  );
  await screen.findByRole("button", { name: "Notices, 1 unread" });
  expect(toasts).toEqual([]);
  list = [NEW, OLD];
  await act(() => client.invalidateQueries({ queryKey: queryKeys.notices }));
  await waitFor(() => expect(toasts).toEqual([{ kind: "error", text: NEW.text, id: NEW.id }]));
  stop();
});
