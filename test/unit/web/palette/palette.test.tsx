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
import { stopLink } from "../../../../web/src/live/link.ts";
import { onToastWanted, type ToastMessage, toastsTo } from "../../../../web/src/ui/messages/toast.ts";

const NAME = "Go to a screen or a device";
const destinations: Destination[] = [
  { to: "/dashboard", text: "Dashboard", Icon: Gauge },
  { to: "/docs", text: "API Docs", Icon: Gauge },
];
const toasts: ToastMessage[] = [];
let stopToasts: () => void;

beforeEach(() => {
  // Missing in jsdom, needed by cmdk.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
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
  taken: true,
  connected: true,
  last_seen: null,
  command_ttl: 86_400,
  auto_off: 0,
  off_on_disconnect: false,
  channels: [],
  room: "",
  created_at: "",
});

/** `updatedAt`: when the list was read. */
async function mount(devices = [device("d1", "Desk lamp")], updatedAt = Date.now()) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(queryKeys.deviceList(), devices, { updatedAt });
  const root = createRootRoute({ component: () => <Palette destinations={destinations} /> });
  const docs = createRoute({ getParentRoute: () => root, path: "/docs" });
  const page = createRoute({ getParentRoute: () => root, path: "/dashboard/devices/$deviceId" });
  const router = createRouter({
    routeTree: root.addChildren([docs, page]),
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
    "API Reference",
    "Desk lampOn",
  ]);
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("shows the state of a list that is old as not known [F88]", async () => {
  const user = userEvent.setup();
  stopLink();
  await mount([device("d1", "Desk lamp")], 1);
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: NAME });
  expect(
    screen
      .getByRole("option", { name: /Desk lamp/ })
      .querySelector("[title]")
      ?.getAttribute("title"),
  ).toBe("Unknown whether it is");
});

it("opens the chosen screen", async () => {
  const user = userEvent.setup();
  const router = await mount();
  await user.click(screen.getByRole("button", { name: /Go to/ }));
  await screen.findByRole("dialog", { name: NAME });
  await user.keyboard("docs{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await expect.poll(() => router.state.location.pathname).toBe("/docs");
});

it("opens a device by Enter, without switching it [F288]", async () => {
  const user = userEvent.setup();
  const router = await mount();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: NAME });
  await user.keyboard("turn off desk{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/devices/d1");
  expect(toasts).toEqual([]);
});

it("explains Ctrl+Enter, and that it needs a connection", async () => {
  const user = userEvent.setup();
  stopLink();
  const router = await mount([device("d1", "Desk lamp"), device("d2", "Floor lamp")]);
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: NAME });
  await user.keyboard("lamp{ArrowDown}");
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Floor lampCtrl+Enter turns offOn");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(screen.queryByRole("dialog")).toBeNull();
  const id = "switch d2";
  await expect
    .poll(() => toasts)
    .toEqual([
      { kind: "loading", text: "Floor lamp: Sending…", id },
      { kind: "error", text: "Floor lamp: MQTT client not connected", id },
    ]);
  expect(router.state.location.pathname).toBe("/");
});

it("does not act on a marked screen by Ctrl+Enter", async () => {
  const user = userEvent.setup();
  const router = await mount();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: NAME });
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(router.state.location.pathname).toBe("/");
  expect(toasts).toEqual([]);
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
