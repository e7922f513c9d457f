/** An assistant's program connects from nothing but the address, and a person allows it in the browser. */

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/account.ts";
import { Program } from "./assistant-program.ts";
import { baseUrl, expect, otherOrigin, signIn, test } from "./journey.ts";

const mcp = () => new URL(`${baseUrl()}/mcp`);

const ASK_FIRST = "Ask me first before it switches a device";
const tools = ["list_devices", "switch_device"];

test("the official client is allowed after a login, reads, and is ended on the profile", async ({
  page,
  account,
}) => {
  const lamp = await account.newKey().then(() => account.newDevice("Porch lamp"));
  const program = await Program.start();
  const transport = new StreamableHTTPClientTransport(mcp(), { authProvider: program });
  const name = { name: "test", version: "1" };
  await expect(new Client(name).connect(transport)).rejects.toThrow();

  await page.goto(String(program.opened[0]));
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Desk assistant", { exact: true })).toBeVisible();
  await expect(page.getByText("a program on this computer").first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: ASK_FIRST })).toBeChecked();
  await page.getByRole("checkbox", { name: "Switch devices on and off" }).uncheck();
  await expect(page.getByRole("checkbox", { name: ASK_FIRST })).toHaveCount(0);
  await expectEqualSizes(page);
  const allow = page.getByRole("button", { name: "Allow" });
  await allow.click();
  const answer = await program.answer();
  expect([answer.get("state"), answer.get("iss")]).toEqual(["1e3", baseUrl()]);
  await transport.finishAuth(answer);

  const assistant = new Client(name);
  const first = new StreamableHTTPClientTransport(mcp(), { authProvider: program });
  await assistant.connect(first);
  expect((await assistant.listTools()).tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(tools));
  const { structuredContent } = await assistant.callTool({ name: "list_devices", arguments: {} });
  expect(structuredContent).toMatchObject({ devices: [{ device_id: lamp.id, name: "Porch lamp" }] });

  const press = { name: "switch_device", arguments: { device_id: lamp.id, state: "on", wait: 0 } };
  await expect(assistant.callTool(press)).rejects.toThrow();
  await page.goto(String(program.opened[1]));
  await expect(page.getByText("It may already")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "See devices and their connections" })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: ASK_FIRST })).toBeChecked();
  await allow.click();
  await first.finishAuth(await program.answer());
  await expectAsked(page, program, press);

  await endOnProfile(page);
  await expect(assistant.callTool({ name: "list_devices", arguments: {} })).rejects.toThrow();
  program.stop();
});

/** *Deny* is as large as *Allow*. */
async function expectEqualSizes(page: Page): Promise<void> {
  const sizeOf = async (name: string) => {
    const { width, height } = (await page.getByRole("button", { name }).boundingBox()) ?? {};
    return [Math.round(width ?? 0), height];
  };
  expect(await sizeOf("Deny")).toEqual(await sizeOf("Allow"));
}

/** What the app orders waits for the person. */
async function expectAsked(
  page: Page,
  program: Program,
  press: { name: string; arguments: object },
): Promise<void> {
  const wider = new Client({ name: "test", version: "1" });
  await wider.connect(new StreamableHTTPClientTransport(mcp(), { authProvider: program }));
  const { structuredContent: order } = await wider.callTool({ ...press, arguments: { ...press.arguments } });
  expect(order).toMatchObject({ result: "waiting for approval" });
  await page.goto("/dashboard/watches");
  await page.getByRole("button", { name: "Allow" }).first().click();
  const { approval } = order as { approval: string };
  const status = async () =>
    (await wider.callTool({ name: "approval_status", arguments: { approval } })).structuredContent;
  await expect.poll(status).toMatchObject({ state: "allowed" });
}

async function endOnProfile(page: Page): Promise<void> {
  await page.goto("/dashboard/profile?tab=keys");
  const table = page.getByRole("table", { name: "Apps" });
  await expect(table).toContainText("See devices and their connections");
  await table.getByRole("button", { name: "End" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await expect(page.getByText("No apps yet.")).toBeVisible();
}

test("a client of 2025 gets one device; a page that it opens again shows what is new, and what it has", async ({
  page,
  account,
}) => {
  await account.newKey();
  const lamp = await account.newDevice("Porch lamp");
  await account.newDevice("Hall lamp");
  await signIn(page, account);
  const name = { name: "test", version: "1" };
  const program = await Program.start();
  const transport = new EarlierTransport(mcp(), { authProvider: program as never });
  await expect(new EarlierClient(name).connect(transport as never)).rejects.toThrow();
  await choosePorch(page, program.opened[0]);
  await page.getByRole("button", { name: "Allow" }).click();
  await transport.finishAuth((await program.answer()).get("code") ?? "");

  const assistant = new EarlierClient(name);
  await assistant.connect(new EarlierTransport(mcp(), { authProvider: program as never }) as never);
  const { structuredContent } = await assistant.callTool({ name: "list_devices", arguments: {} });
  expect(structuredContent).toMatchObject({ total: 1, devices: [{ device_id: lamp.id }] });
  const press = { name: "switch_device", arguments: { device_id: lamp.id, state: "on", wait: 0 } };
  await expect(assistant.callTool(press)).rejects.toThrow();

  // this client refreshes its token instead of asking for more
  await page.goto(String(program.opened[0]));
  await expect(page.getByText("It may already")).toBeVisible();
  await expect(page.getByText("See Porch lamp and its connections")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(4);
  await expect(page.getByRole("checkbox", { name: "Switch devices on and off" })).toBeChecked();
  program.stop();
});

/** Limits the app to the porch lamp. */
async function choosePorch(page: Page, address: URL | undefined): Promise<void> {
  await page.goto(String(address));
  await page.getByRole("checkbox", { name: "Switch devices on and off" }).uncheck();
  await page.getByLabel("Devices", { exact: true }).selectOption("chosen");
  await page.getByRole("checkbox", { name: "Porch lamp" }).check();
}

test("the page is not shown in a frame, tells nobody its address, and a denied app learns that", async ({
  page,
  account,
  request,
}) => {
  const answer = await request.get("/authorize?redirect_uri=https://evil.example/", {
    headers: { Origin: otherOrigin() },
    maxRedirects: 0,
  });
  const headers = answer.headers();
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["content-security-policy"]).toContain("script-src 'self'");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect([answer.status(), headers.location]).toEqual([200, undefined]);
  // an allowed origin reads the API, and never this page
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  await signIn(page, account);
  const program = await Program.start();
  const transport = new StreamableHTTPClientTransport(mcp(), { authProvider: program });
  await expect(new Client({ name: "test", version: "1" }).connect(transport)).rejects.toThrow();
  await page.goto(String(program.opened[0]));
  const deny = page.getByRole("button", { name: "Deny" });
  await deny.waitFor();
  const addresses = await page
    .locator("a[href]")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).origin));
  expect(addresses.filter((each) => each !== baseUrl())).toEqual([]);
  await deny.click();
  expect((await program.answer()).get("error")).toBe("access_denied");
  program.stop();
});
