/** An email address is verified, changed and recovered by links in emails. */

import { newEmail, PASSWORD } from "../support/account.ts";
import { linkTo } from "../support/emails.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { logIn } from "./steps.ts";

const CONFIRM = { name: "Confirm this address" };
const TAKE_BACK = { name: "Take my address back" };
const NOTICE = { name: "Confirm your email" };

test("a new address is requested in one line until the link in its email is opened, once", async ({
  page,
  account,
}) => {
  await signIn(page, account, "/dashboard");
  const notice = page.getByRole("region", NOTICE);
  await expect(notice).toContainText(`Please confirm ${account.email}`);
  const first = await linkTo(baseUrl(), account.email, "verify");
  await notice.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("Check your inbox and spam folder for the link.")).toBeVisible();

  // Only the newest email's link works.
  const link = await expect
    .poll(async () => linkTo(baseUrl(), account.email, "verify"))
    .not.toBe(first)
    .then(() => linkTo(baseUrl(), account.email, "verify"));
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByRole("button", CONFIRM).click();
  await expect(other.getByText("Your email address is verified.")).toBeVisible();
  await other.reload();
  await other.getByRole("button", CONFIRM).click();
  await expect(
    other.getByText("Invalid or expired token. Please request a new verification link."),
  ).toBeVisible();
  await other.goto("/verify-email");
  await expect(other.getByText("This link is incomplete.")).toBeVisible();
  await other.close();

  await page.reload();
  await expect(page.getByRole("heading", { name: "Welcome to Switchyard" })).toBeVisible();
  await expect(notice).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.parse(localStorage.user ?? "{}"));
  expect(stored).toMatchObject({ email: account.email, email_verified: true, pending_email: null });
});

test("an address changes by the password and its own email, and the old one recovers it [T61]", async ({
  page,
  account,
}) => {
  const old = account.email;
  const wanted = newEmail();
  await page.goto(await linkTo(baseUrl(), old, "verify"));
  await page.getByRole("button", CONFIRM).click();
  await expect(page.getByText("Your email address is verified.")).toBeVisible();
  await signIn(page, account, "/dashboard/profile");
  await page.getByLabel("First name").fill("Robin");
  await page.getByLabel("Last name").fill("Reed");
  const password = page.getByLabel("Your password");
  await expect(password).toHaveCount(0);
  await page.getByLabel("Email").fill(wanted);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await password.fill("not the password");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("This password is wrong.")).toBeVisible();
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect(page.getByText(`We sent a link to ${wanted}.`)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(old);
  await expect(password).toHaveCount(0);

  await page.goto(await linkTo(baseUrl(), wanted, "change"));
  await page.getByRole("button", CONFIRM).click();
  await expect(page.getByText("Your account has its new email address.")).toBeVisible();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await page.goto("/dashboard/profile");
  await expect(page.getByLabel("Email")).toHaveValue(wanted);
  await expect(page.getByText("We sent a link")).toHaveCount(0);

  await page.goto(await linkTo(baseUrl(), old, "moved"));
  await page.getByRole("button", TAKE_BACK).click();
  await expect(page.getByText(/^Your account has its old email address back/)).toBeVisible();
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => ["auth_token", "user", "last_answers"].includes(key))).toEqual([]);
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.goto("/login");
  await logIn(page, wanted, PASSWORD);
  await expect(page.getByText("Unable to log in with provided credentials.")).toBeVisible();
  await logIn(page, old, PASSWORD);
  await expect(page).toHaveURL("/dashboard");
});

test("a link that cannot be checked now is not called expired", async ({ page }) => {
  await page.route("**/v0/verify-email/", (route) => route.abort());
  await page.goto("/verify-email?token=given");
  await page.getByRole("button", CONFIRM).click();
  await expect(page.getByText("The link could not be opened. Please try again.")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", CONFIRM).click();
  await expect(page.getByText(/^Invalid or expired token/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Request New Verification Link" })).toBeVisible();
  await page.goto("/undo-email?token=worn");
  await page.getByRole("button", TAKE_BACK).click();
  await expect(page.getByText(/^Invalid or expired token/)).toBeVisible();
});
