/** The replacement for a list that failed to load: reason, remedy, and time of the next attempt. */

import { useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { call } from "../../../../web/src/api/call.ts";
import { LoginScreen } from "../../../../web/src/features/auth/login-screen.tsx";
import { Loaded } from "../../../../web/src/ui/loading/loaded.tsx";
import { show, signedInAlways } from "../screen.tsx";

signedInAlways();

const NO_ANSWER = "The server does not answer.";

function List() {
  const list = useQuery({ queryKey: ["devices"], queryFn: () => call("listDevices") });
  return (
    <Loaded of={list} failed="Failed to load devices. Please try again.">
      {() => "there"}
    </Loaded>
  );
}
const throttled = async () =>
  Response.json({ detail: "Request was throttled. Expected available in 12 seconds." }, { status: 429 });

it.each([
  ["no server", () => Promise.reject(new TypeError("Failed to fetch")), NO_ANSWER],
  ["429", throttled, /Too many requests\. Try again after \d+:\d\d:\d\d [AP]M\./],
  [
    "429 of a proxy",
    async () => new Response("slow down", { status: 429 }),
    /Too many requests\. Try again later\./,
  ],
])("%s is explained on a list", async (_, answer, sentence) => {
  vi.spyOn(globalThis, "fetch").mockImplementation(answer);
  await show(<List />);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Failed to load devices. Please try again.");
  expect(alert.textContent).toMatch(sentence);
});

it("a missing server is explained on login, below the product's text", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await show(<LoginScreen />);
  await act(async () => (await screen.findByRole("button", { name: "Log in" })).click());
  const alert = await screen.findByRole("alert");
  expect([...alert.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
    "Failed to login",
    `${NO_ANSWER} Check your connection and try again.`,
  ]);
});

it("older data on screen is marked with the failing request", () => {
  const data = { data: ["a"], isError: true, errorUpdateCount: 1, dataUpdatedAt: 0, refetch: async () => {} };
  for (const [error, sentence] of [
    [{ status: 0 }, /^Failed The server does not answer\. This is as of/],
    [{ status: 429, retryAt: null }, /^Failed Too many requests\. Try again later\. This is as of/],
  ] as const) {
    render(
      <Loaded of={{ ...data, error }} failed="Failed">
        {() => "there"}
      </Loaded>,
    );
    expect(screen.getByRole("status").textContent).toMatch(sentence);
    expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
    cleanup();
  }
});
