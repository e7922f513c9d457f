/**
 * The last place of the beta, on its own product: one visitor gets it on a wide screen, the next is too late
 * on a phone.
 */

import type { Page } from "@playwright/test";
import { newEmail } from "../support/account.ts";
import { startProductProcess } from "../support/product-process.ts";
import { expect, test } from "./journey.ts";
import { fillRegistration, logIn, logOut } from "./steps.ts";

const isFull = (page: Page) => expect(page.getByRole("heading", { name: "Beta Program Full" })).toBeVisible();

test("a full beta offers the waitlist to the typed address, and the throttle shows the wait [F357]", async ({
  page,
  browser,
}) => {
  const product = await startProductProcess({ variables: ["MAX_USERS:1", "THROTTLE:on"], tcpPort: 0 });
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  try {
    const late = await phone.newPage();
    for (const form of [page, late]) {
      await form.goto(`${product.url}/register`);
      await fillRegistration(form);
    }
    const typed = await late.getByLabel("Email").inputValue();
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByText("Registration successful! Please check your email.")).toBeVisible();
    await logOut(page);

    // A visitor with an open form gets the same message.
    await late.getByRole("button", { name: "Register" }).click();
    await isFull(late);
    await expect(late.getByLabel("Email")).toHaveValue(typed);
    await late.goto(`${product.url}/login`);
    const email = newEmail();
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const answered = late.waitForResponse("**/v0/login/");
      await logIn(late, email, "wrong");
      await answered;
    }
    await expect(late.getByText(/Too many requests\. Try in \d+ seconds?\./)).toBeVisible();

    for (const form of [page, late]) {
      await form.goto(`${product.url}/register`);
      await isFull(form);
      await form.getByLabel("Email").fill(newEmail());
      await form.getByRole("button", { name: "Join the waitlist" }).click();
      await expect(form).toHaveURL(`${product.url}/`);
    }
  } finally {
    await phone.close();
    await product.stop();
  }
});
