import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { FoundPanel } from "../../../../web/src/features/devices/discovered-panel.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

const LAMP = {
  id: "1",
  name: "Kitchen lamp",
  source: "Tasmota",
  switchable: true,
  why_not: null,
  command_topic: "cmnd/lamp/POWER",
  truncated: false,
};
const POOL = {
  id: "2",
  name: "Pool",
  source: "Mine",
  switchable: false,
  why_not: "It names no topic.",
  command_topic: null,
  truncated: true,
};

signedInAlways();

it("offers discovered devices, explains unsuitable ones, and adds one by one press", async () => {
  let found = [LAMP, POOL];
  const asked = server({
    "GET /v0/devices/found/": () => found,
    "POST /v0/devices/found/1/adopt/": () => {
      found = [POOL];
      return {};
    },
  });
  await show(<FoundPanel />);
  await screen.findByText("Kitchen lamp");
  expect(screen.getByText("cmnd/lamp/POWER")).toBeTruthy();
  expect(screen.getByText(/^There are more/)).toBeTruthy();
  expect(screen.getByText(", by Tasmota")).toBeTruthy();
  expect(screen.queryByText("It names no topic.")).toBeNull();
  await userEvent.click(screen.getByText("1 more cannot be switched from here"));
  await screen.findByText("It names no topic.");
  expect(screen.queryByRole("button", { name: "Add Pool" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Add Kitchen lamp" }));
  await expect.poll(() => screen.queryByText("Kitchen lamp")).toBeNull();
  expect(asked.map(({ call }) => call)).toContain("POST /v0/devices/found/1/adopt/");
});

it("reports a failed addition, and shows no panel without discovered devices", async () => {
  server({ "GET /v0/devices/found/": () => [LAMP] });
  await show(<FoundPanel />);
  await userEvent.click(await screen.findByRole("button", { name: "Add Kitchen lamp" }));
  expect((await screen.findByRole("alert")).textContent).toContain("There is no POST");
});
