/** Login, registration and reset, and their messages. */

import type { Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../support/account.ts";
import { linkTo } from "../support/emails.ts";
import { MAIL_PATH } from "../support/mail-key.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { logIn } from "./steps.ts";

const INPUT_ISSUES = "Oops! It looks like there are some issues with your input. Please check and try again.";

const errorOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((input) =>
    (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );

/** Returns what the screen shows. */
async function forgetPassword(page: Page, email: string): Promise<string> {
  // until then another field has this name
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(
    page.getByText("Check your inbox and spam folder for a password reset link if the email is registered."),
  ).toBeVisible();
  return `${page.url()} ${await page.locator("body").textContent()}`;
}

test("a forgotten password is reset by the email; another link is refused, and the screen is the same for every address [T90]", async ({
  page,
  account,
}) => {
  await page.goto("/reset-password");
  await expect(page.getByText("Missing password reset token")).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await page.goto("/reset-password?token=worn");
  await expect(
    page.getByText("Invalid or expired token. Please request a new password reset link."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Request New Reset Link" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  const shown = await forgetPassword(page, account.email);
  await page.goto("/forgot-password");
  expect(await forgetPassword(page, newEmail())).toBe(shown);

  await page.goto(MAIL_PATH);
  const letter = page.getByRole("article").filter({ hasText: account.email });
  await expect(letter.getByRole("link", { name: /reset-password/ }).first()).toBeVisible();
  // The email has the public address, and this browser uses another.
  await page.goto(await linkTo(baseUrl(), account.email, "reset"));
  await page.getByLabel("Password", { exact: true }).fill("N3w-password!");
  await page.getByLabel("Confirm password").fill("N3w-passwort!");
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm password").fill("N3w-password!");
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByText("Your password has been reset.")).toBeVisible();
  await page.waitForURL("/login");

  await logIn(page, account.email, PASSWORD);
  await expect(page.getByText("Unable to log in with provided credentials.")).toBeVisible();
  await logIn(page, account.email, "N3w-password!");
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
});

test("errors stand next to their inputs, and a registration is reported to the page's analytics if there are any", async ({
  page,
  account,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen, zaraz: { track: (name: string) => seen.push(name) } });
  });
  await page.goto("/login");
  await logIn(page, "", "");
  await expect(page.getByText(INPUT_ISSUES)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await logIn(page, account.email, "not the password");
  await expect(page.getByLabel("Password", { exact: true })).not.toHaveAttribute("aria-invalid", "true");
  await expect.poll(() => errorOf(page, "Email")).toContain("Unable to log in with provided credentials.");

  await page.goto("/register");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Try logging in.")).toBeVisible();
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(await seen()).toEqual([]);
  await page.getByLabel("Email").fill(newEmail());
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await seen()).toHaveLength(1);
});

test("every address has its guard", async ({ page, account }) => {
  // no session, as any other stored text: `unit/web/session/stored-session.test.ts`
  await page.goto("/icon.svg");
  await page.evaluate(() => {
    for (const key of ["auth_token", "user", "theme"]) localStorage.setItem(key, "{not json");
  });
  const inside = ["", "/devices", "/devices/events", "/profile", "/mqtt/channels", "/mqtt/credentials"];
  for (const path of inside) {
    await page.goto(`/dashboard${path}`);
    await expect(page).toHaveURL("/login");
  }
  await page.goto("/no/such/page");
  await expect(page).toHaveURL("/");
  await signIn(page, account);
  for (const path of ["/login", "/register", "/forgot-password"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/dashboard");
  }
  for (const path of ["/", "/docs", "/examples", "/reset-password?token=x"]) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
  }
  await page.goto("/dashboard/nothing");
  await expect(page).toHaveURL("/");
});
