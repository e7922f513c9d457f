import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { LoginScreen } from "../../../../web/src/features/auth/login-screen.tsx";
import { ENDED_KEY, sessionStore } from "../../../../web/src/lib/safe-storage.ts";
import { show } from "../screen.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

it("counts the wait down, announces it twice, and enables the button again [F372]", async () => {
  const asked = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () =>
      Response.json(
        { detail: "Request was throttled. Expected available in 12 seconds." },
        { status: 429, headers: { "Retry-After": "12" } },
      ),
    );
  await show(<LoginScreen />);
  const button = await screen.findByRole("button", { name: "Log in" });
  vi.useFakeTimers();
  fireEvent.click(button);
  await pass(0);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Too many requests. Try in 12 seconds.");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button);
  await pass(5);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(alert.textContent).toContain("Too many requests. Try in 7 seconds.");
  // The countdown is not announced each second.
  const counts = screen.getByText("7 seconds.");
  expect([counts.role, counts.ariaLive]).toEqual(["timer", "off"]);

  await pass(7);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("You can try again now.");
  expect(button.getAttribute("aria-disabled")).toBeNull();
  fireEvent.click(button);
  await pass(0);
  expect(asked).toHaveBeenCalledTimes(2);
});

it("says once that the session has ended", async () => {
  sessionStore.write(ENDED_KEY, "1");
  await show(<LoginScreen />);
  expect(await screen.findByText(/^Your session has ended/)).toBeTruthy();
  cleanup();
  await show(<LoginScreen />);
  await screen.findByRole("button", { name: "Log in" });
  expect(screen.queryByText(/^Your session has ended/)).toBeNull();
});
