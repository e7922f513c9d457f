import { expect, it } from "vitest";
import { trackRegistration } from "../../../../web/src/features/auth/register-screen.tsx";
import { isFull } from "../../../../web/src/features/auth/user-count.ts";
import { newPasswordErrors, PASSWORD_CRITERIA } from "../../../../web/src/forms/new-password-fields.tsx";

it("checks length and confirmation, and leaves the rest to the server", () => {
  expect(newPasswordErrors("short", "short")).toEqual({
    password: ["Password must be at least 8 characters long"],
  });
  expect(newPasswordErrors("longenough", "longenoagh")).toEqual({
    confirm_password: ["Passwords do not match"],
  });
  expect(newPasswordErrors("longenough", "longenough")).toBeNull();
});

it("shows which criteria a password meets", () => {
  const met = (password: string) => PASSWORD_CRITERIA.map((criterion) => criterion.met(password));
  expect(met("")).toEqual([false, false, false, false, false]);
  expect(met("aaaaaaaa")).toEqual([true, false, true, false, false]);
  expect(met("Ab1!")).toEqual([false, true, true, true, true]);
});

it("counts a registration if possible, and never fails", () => {
  const events: string[] = [];
  trackRegistration({ zaraz: { track: (event) => events.push(event) } });
  expect(events).toEqual(["registration"]);
  trackRegistration({});
  trackRegistration({
    zaraz: {
      track() {
        throw new Error("blocked");
      },
    },
  });
});

it("detects a full beta", () => {
  expect(isFull({ total: 10, max: 10 })).toBe(true);
  expect(isFull({ total: 11, max: 10 })).toBe(true);
  expect(isFull({ total: 9, max: 10 })).toBe(false);
  expect(isFull({ total: 9, max: 0 })).toBe(false);
  expect(isFull({ total: 0, max: 10 })).toBe(false);
});
