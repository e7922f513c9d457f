/** A program that is known by its document: the product reads it at its https address, and the person allows it in the browser. */

import type { Page } from "@playwright/test";
import { type Assistant, CONNECTIONS, type Connect, NAME, Program } from "./assistant-program.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const SWITCHES = { name: "Switch devices on and off" } as const;

/** Opens the page that the program has opened last, and presses *Allow*. Returns what the browser brought. */
async function allow(page: Page, program: Program, look: () => Promise<void>): Promise<URLSearchParams> {
  await page.goto(String(program.opened.at(-1)));
  await look();
  await page.getByRole("button", { name: "Allow" }).click();
  return program.answer();
}

/** The first login: the page names the host of the document. */
async function connected(page: Page, program: Program, connect: Connect): Promise<Assistant> {
  const first = connect(program);
  await expect(first.open()).rejects.toThrow();
  expect(program.opened[0]?.searchParams.get("client_id")).toBe(program.clientMetadataUrl);
  const look = async () => {
    await expect(page.getByText(NAME, { exact: true })).toBeVisible();
    await expect(page.getByText(new URL(program.clientMetadataUrl ?? "").host).first()).toBeVisible();
    await page.getByRole("checkbox", SWITCHES).uncheck();
  };
  await first.finish(await allow(page, program, look));
  return connect(program).open();
}

/** The page shows only what is new. */
async function widened(page: Page, program: Program, connect: Connect): Promise<Assistant> {
  const look = async () => {
    await expect(page.getByText("It may already")).toBeVisible();
    await expect(page.getByRole("checkbox", SWITCHES)).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "See devices and their connections" })).toHaveCount(0);
  };
  const again = connect(program);
  if (program.stored.tokens === undefined) await expect(again.open()).rejects.toThrow();
  await again.finish(await allow(page, program, look));
  return connect(program).open();
}

for (const [name, connect] of Object.entries(CONNECTIONS)) {
  test(`${name} is allowed, refreshes, asks for more and ends`, async ({ page, account }) => {
    await account.newKey();
    const lamp = await account.newDevice("Porch lamp");
    await signIn(page, account);
    const program = await Program.withDocument();
    const assistant = await connected(page, program, connect);
    const devices = async () => (await assistant.call("list_devices")).structuredContent;
    expect(await devices()).toMatchObject({ devices: [{ device_id: lamp.id }] });

    // a copy of the program has refreshed: this one learns from the 401 that its access token is no more
    await refreshElsewhere(program);
    const used = program.stored.tokens?.refresh_token;
    expect(await devices()).toMatchObject({ total: 1 });
    expect(program.stored.tokens?.refresh_token).not.toBe(used);
    expect(program.opened).toHaveLength(1);

    const press = { device_id: lamp.id, state: "on", wait: 0 };
    await expect(assistant.call("switch_device", press)).rejects.toThrow();
    const follows = name.startsWith("client");
    expect(program.opened).toHaveLength(follows ? 2 : 1);
    // the earlier client refreshes instead, and never opens the page: a person connects it again
    if (!follows) delete program.stored.tokens;
    const wider = await widened(page, program, connect);
    const { structuredContent: order } = await wider.call("switch_device", press);
    expect(order).toMatchObject({ result: "waiting for approval" });

    await revoke(program);
    await expect(wider.call("list_devices")).rejects.toThrow();
    program.stop();
  });
}

/** Claude on the web and others open the page as a window of their own, which tells theirs how it ended. */
test("a window that an assistant's page has opened returns to it with the answer", async ({
  page,
  context,
  account,
}) => {
  await signIn(page, account);
  const program = await Program.start();
  await expect(CONNECTIONS["client 2.4.0, 2026-07-28"](program).open()).rejects.toThrow();
  await page.goto(new URL("/", program.redirectUrl).href);
  const opened = context.waitForEvent("page");
  await page.evaluate((address) => {
    const child = window.open(address, "login", "popup");
    addEventListener("message", ({ data, source }) => {
      if (source === child) document.title = String(data);
    });
  }, String(program.opened[0]));
  const child = await opened;
  await child.getByRole("button", { name: "Deny" }).click();
  await expect(page).toHaveTitle(/error=access_denied/);
  program.stop();
});
const post = (path: string, form: Record<string, string>) =>
  fetch(`${baseUrl()}${path}`, { method: "POST", body: new URLSearchParams(form) });

/** Takes the next tokens, of which the program stores the refresh token alone. */
async function refreshElsewhere({ stored }: Program): Promise<void> {
  const { tokens, client } = stored;
  if (tokens === undefined || client === undefined) throw new Error("The program is not connected.");
  const { refresh_token } = tokens;
  const form = { grant_type: "refresh_token", refresh_token, client_id: client.client_id };
  const next = (await (await post("/oauth/token", form)).json()) as typeof tokens;
  stored.tokens = { ...tokens, refresh_token: next.refresh_token };
}

/** Neither client has a call for it. */
async function revoke({ stored: { tokens, client } }: Program): Promise<void> {
  const form = { token: tokens?.refresh_token ?? "", client_id: client?.client_id ?? "" };
  expect((await post("/oauth/revoke", form)).status).toBe(200);
}
