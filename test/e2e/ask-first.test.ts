/** An assistant asks to open the gate: the owner sees who and what on a phone, and answers; the gate takes it. */

import AxeBuilder from "@axe-core/playwright";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Page } from "@playwright/test";
import { controlState } from "../../broker/contract/control.ts";
import { type Account, PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { until } from "../support/until.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

/** A phone's width. */
test.use({ viewport: { width: 360, height: 740 } });

async function gateOf(account: Account) {
  await account.newKey();
  await account.newCredential("board", []);
  const { id } = await account.newDevice("Gate");
  const login = { clientId: "gate", username: `${id}:board`, password: PASSWORD };
  const { userId } = account;
  const topic = `${userId}/devices/${id}/control`;
  const device = await mqttLibrary({ baseUrl: baseUrl(), userId, version: 5, login, topic });
  const taken = () => device.heard.flatMap(({ payload }) => controlState(payload) ?? []);
  return { id, device, taken };
}

async function assistantOf(account: Account) {
  const scopes = ["devices:read", "devices:switch"];
  const made = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "Assistant", scopes });
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl()}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${made.token}` } },
  });
  await client.connect(transport);
  const use = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Record<string, string>;
  return { use, close: () => client.close() };
}

async function askByCheckbox(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/devices/${id}?tab=settings`);
  const choice = page.getByRole("checkbox", { name: "a program or an assistant with a token" });
  await choice.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
}

test("an assistant's order waits for the owner, who allows one and denies another", async ({
  page,
  account,
}) => {
  const gate = await gateOf(account);
  const assistant = await assistantOf(account);
  try {
    await signIn(page, account);
    await askByCheckbox(page, gate.id);
    const order = (state: string) => assistant.use("switch_device", { device_id: gate.id, state, wait: 0 });
    const status = (approval: string) => assistant.use("approval_status", { approval });
    await page.goto("/dashboard/watches");
    await expect(page.getByRole("status").filter({ hasText: "Connected" }).first()).toBeAttached();
    const first = await order("on");
    expect(first).toMatchObject({ result: "waiting for approval" });
    const { approval = "" } = first;
    expect(await status(approval)).toMatchObject({ state: "waiting" });
    expect(gate.taken()).toEqual([]);
    // it may have come before the page listened
    await page.reload();
    const allow = page.getByRole("button", { name: /^Allow: / });
    await allow.focus();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations).toEqual([]);
    await page.keyboard.press("Enter");
    await until("the gate", () => gate.taken().includes("on"));
    await until("the proof", async () => (await status(approval)).result === "taken");
    const second = await order("off");
    await page.getByRole("button", { name: /^Notices, \d+ unread$/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Deny: / })
      .click();
    await until("the answer", async () => (await status(second.approval ?? "")).state === "denied");
    expect(gate.taken()).toEqual(["on"]);
  } finally {
    await assistant.close();
    gate.device.kill();
  }
});
