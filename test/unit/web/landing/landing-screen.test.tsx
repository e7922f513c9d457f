import { readFileSync } from "node:fs";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LandingScreen } from "../../../../web/src/features/landing/landing-screen.tsx";
import { session } from "../../../../web/src/session/session.ts";

beforeEach(async () => {
  session.set({ status: "anonymous" });
  const router = createRouter({
    routeTree: createRootRoute({ component: LandingScreen }),
    history: createMemoryHistory(),
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByRole("heading", { level: 1 });
});
afterEach(cleanup);

it("links to every public page", () => {
  const targets = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  for (const target of ["/login", "/examples", "/register", "/docs", "/dashboard/devices"]) {
    expect(targets).toContain(target);
  }
});

it("advertises the beta program and its numbers", () => {
  for (const text of [
    "Unlimited device connections",
    "Influence on features",
    "Grandfathered pricing",
    "10k+",
    "50k+",
    "99.9%",
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

it("has the version in its footer", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(screen.getByText(`Switchyard ${version}, in limited beta.`)).toBeTruthy();
});

it("switches the drawn device, labelled as a simulation", async () => {
  const panel = within(screen.getByRole("region", { name: "Demonstration" }));
  expect(panel.getByText(/simulation/)).toBeTruthy();
  expect(panel.getByRole("img").getAttribute("aria-label")).toContain("dark");
  await userEvent.click(panel.getByRole("button", { name: /^Turn On / }));
  expect(await panel.findByText("Turned On")).toBeTruthy();
  expect(await panel.findByRole("img", { name: /lit/ })).toBeTruthy();
  expect(panel.getAllByText('{"state":"on"}').length).toBeGreaterThan(0);
});
