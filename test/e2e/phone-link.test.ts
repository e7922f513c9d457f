/** A phone acts as the lamp until its link is revoked. */

import { baseUrl, expect, signIn, test } from "./journey.ts";

test("a phone that opens the link is the lamp, until the link is revoked [F396]", async ({
  page,
  browser,
  account,
}) => {
  await signIn(page, account, "/dashboard");
  await page.getByRole("button", { name: "Do the first four for me" }).click();
  await page.getByRole("link", { name: "Try a virtual device" }).click();
  await page.getByRole("button", { name: "Make a phone link" }).click();
  await expect(page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  const link = new URL(await page.getByLabel("Phone link", { exact: true }).inputValue());

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: baseUrl() });
  try {
    const phone = await context.newPage();
    expect(link.hostname).toBe("phone.test");
    await phone.goto(link.href);
    // as in a network without TLS, where browsers disable features
    expect(await phone.evaluate(() => window.isSecureContext)).toBe(false);
    await expect(phone.getByRole("heading", { name: "Lamp" })).toBeVisible();
    await expect(phone.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
    await page.getByRole("button", { name: "Turn On" }).click();
    await expect(phone.getByRole("img", { name: "The lamp is lit" })).toBeVisible();
    await expect(page.getByText(/^Taken by the device in/)).toBeVisible();
    // the account's first acknowledged command
    await expect(page.getByText("Your first device took its first command.").first()).toBeVisible();

    await page.getByRole("button", { name: "Revoke all links" }).click();
    await expect(page.getByText("No link of this device works any more.")).toBeVisible();
    // it reconnects, is refused, and explains that on the phone
    const over = phone.getByText(/has expired or was revoked/);
    await expect(over).toBeVisible({ timeout: 30_000 });
    await phone.reload();
    await expect(over).toBeVisible();
    // a link that never existed
    await phone.goto("/device#worn");
    await phone.reload();
    await expect(over).toBeVisible();
    // the same without a server
    await phone.route("**/v0/**", (route) => route.abort());
    await phone.reload();
    await expect(phone.getByText("The link could not be opened.")).toBeVisible();
    await phone.unroute("**/v0/**");
    await phone.getByRole("button", { name: "Try again" }).click();
    await expect(over).toBeVisible();
  } finally {
    await context.close();
  }
});
