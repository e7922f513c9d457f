/** A beginner's menu lacks what has nothing to show. */

import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Sidebar } from "../../../../web/src/features/shell/sidebar.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const entries = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
const hasAdvanced = () => entries().includes("Clients") && entries().includes("Blocked attempts");

async function menu(devices: unknown[], refusals: unknown[] = []) {
  const asked = server({ "GET /v0/devices/on-off/": () => devices, "GET /v0/mqtt/log/": () => refusals });
  await show(<Sidebar />);
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  return asked;
}

it("has all entries by Advanced, which then is gone", async () => {
  await menu([]);
  const advanced = await screen.findByRole("button", { name: "Advanced" });
  expect(entries()).toEqual(expect.arrayContaining(["Channels", "Credentials", "API Docs"]));
  expect(hasAdvanced()).toBe(false);
  await userEvent.click(advanced);
  expect(hasAdvanced()).toBe(true);
  expect(screen.queryByRole("button", { name: "Advanced" })).toBeNull();
});

it("has them after another login only if there is something to see", async () => {
  await menu([{ id: "1", last_seen: null }]);
  expect(hasAdvanced()).toBe(false);
});

it("has them when a device has connected, and asks for no refusals then", async () => {
  const asked = await menu([{ id: "1", last_seen: "2027-05-03T12:02:00.000Z" }]);
  await waitFor(() => expect(hasAdvanced()).toBe(true));
  expect(asked.map(({ call }) => call)).toEqual(["GET /v0/devices/on-off/"]);
});

it("has them when an attempt was refused, which a board that cannot log in makes", async () => {
  await menu([{ id: "1", last_seen: null }], [{ id: "r" }]);
  await waitFor(() => expect(hasAdvanced()).toBe(true));
});
