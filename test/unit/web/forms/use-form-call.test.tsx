import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useFormCall } from "../../../../web/src/forms/use-form-call.ts";
import { Announcer, announcement } from "../../../../web/src/ui/messages/announcer.tsx";

afterEach(() => {
  cleanup();
  announcement.set(null);
});

const form = (done: string | null) =>
  renderHook(() => useFormCall({ fallback: "That failed.", done })).result;

it("[F392] announces a success, each time again", async () => {
  render(<Announcer />);
  const region = screen.getByRole("status");
  expect(region.getAttribute("aria-live")).toBe("polite");
  const call = form("Channel added.");
  await act(() => call.current.run(async () => undefined));
  expect(region.textContent).toBe("Channel added.");
  const first = region.firstChild;
  await act(() => call.current.run(async () => undefined));
  expect(region.textContent).toBe("Channel added.");
  expect(region.firstChild).not.toBe(first);
});

it("announces neither failures nor what is announced elsewhere", async () => {
  render(<Announcer />);
  const failing = form("Channel added.");
  await act(() => failing.current.run(() => Promise.reject(new Error("away"))));
  expect(failing.current.problem.message).toBe("That failed.");
  const silent = form(null);
  await act(() => silent.current.run(async () => undefined));
  expect(screen.getByRole("status").textContent).toBe("");
});
