import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Gauge } from "lucide-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { queryKeys } from "../../../../web/src/api/query-keys.ts";
import type { Destination } from "../../../../web/src/features/palette/destination.ts";
import { Palette } from "../../../../web/src/features/palette/palette.tsx";
import { onToastWanted, type ToastMessage, toastsTo } from "../../../../web/src/ui/toast.ts";

const NAME = "Go to a screen or switch a device";
const destinations: Destination[] = [
  { to: "/dashboard", text: "Dashboard", Icon: Gauge },
  { to: "/docs", text: "API Docs", Icon: Gauge },
];
const toasts: ToastMessage[] = [];
let stopToasts: () => void;

beforeEach(() => {
  // What jsdom does not have and cmdk wants.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollIntoView ??= () => {};
  onToastWanted(() => {});
  stopToasts = toastsTo((message) => toasts.push(message));
});
afterEach(() => {
  cleanup();
  stopToasts();
  toasts.length = 0;
});

const device = (id: string, name: string) => ({
  id,
  name,
  state: true,
  connected: true,
  channels: [],
  created_at: "",
});

async function mount(devices = [device("d1", "Desk lamp")]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(queryKeys.deviceList(), devices);
  const root = createRootRoute({ component: () => <Palette destinations={destinations} /> });
  const docs = createRoute({ getParentRoute: () => root, path: "/docs" });
  const router = createRouter({
    routeTree: root.addChildren([docs]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("button", { name: /Go to/ });
  return router;
}

it("opens by Ctrl+K, offers devices and screens, and closes by Ctrl+K", async () => {
  const user = userEvent.setup();
  await mount();
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: NAME });
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Dashboard",
    "API Docs",
    "Turn Off Desk lampOn",
  ]);
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("goes where it is told", async () => {
  const user = userEvent.setup();
  const router = await mount();
  await user.click(screen.getByRole("button", { name: /Go to/ }));
  await screen.findByRole("dialog", { name: NAME });
  await user.keyboard("docs{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await expect.poll(() => router.state.location.pathname).toBe("/docs");
});

it("says that a device cannot be switched while the page is offline", async () => {
  const user = userEvent.setup();
  await mount();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: NAME });
  await user.keyboard("turn off desk{Enter}");
  const id = "switch d1";
  await expect
    .poll(() => toasts)
    .toEqual([
      { kind: "loading", text: "Desk lamp: Sending…", id },
      { kind: "error", text: "Desk lamp: MQTT client not connected", id },
    ]);
});

const marked = () =>
  screen
    .getAllByRole("option")
    .filter((option) => option.getAttribute("aria-selected") === "true")
    .map((option) => option.textContent);

it("switches nothing by Enter alone", async () => {
  const user = userEvent.setup();
  await mount();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: NAME });
  expect(marked()).toEqual(["Dashboard"]);
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(toasts).toEqual([]);
});

it("marks no device of several that are meant, until one walks there", async () => {
  const user = userEvent.setup();
  await mount([device("d1", "Desk lamp"), device("d2", "Floor lamp")]);
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: NAME });
  await user.keyboard("lamp");
  expect(marked()).toEqual([]);
  await user.keyboard("{Enter}");
  expect(toasts).toEqual([]);
  await user.keyboard("{ArrowDown}");
  expect(marked()).toEqual(["Turn Off Desk lampOn"]);
  await user.keyboard("{Backspace}{Backspace}");
  expect(marked()).toEqual([]);
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(() => toasts[0]?.text).toBe("Floor lamp: Sending…");
});

it("stays closed while another dialog is open", async () => {
  const user = userEvent.setup();
  await mount();
  const other = document.body.appendChild(document.createElement("div"));
  other.setAttribute("role", "dialog");
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("dialog", { name: NAME })).toBeNull();
  other.remove();
});
