/** A gate whose owner is asked first, and those who ask: an assistant and a guest. */

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser, Page } from "@playwright/test";
import { controlState } from "../../broker/contract/control.ts";
import type { NewGuest } from "../../worker/contract/guests.ts";
import { type Account, PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { baseUrl, expect } from "./journey.ts";

/** A phone's display. */
export const PHONE = { width: 360, height: 740 };

/** A device that a real client connects. `url`: the product. */
export async function gateOf(account: Account, url = baseUrl()) {
  await account.newKey();
  await account.newCredential("board", []);
  const { id } = await account.newDevice("Gate");
  const login = { clientId: "gate", username: `${id}:board`, password: PASSWORD };
  const { userId } = account;
  const topic = `${userId}/devices/${id}/control`;
  const device = await mqttLibrary({ baseUrl: url, userId, version: 5, login, topic });
  const taken = () => device.heard.flatMap(({ payload }) => controlState(payload) ?? []);
  const askFirst = (callers: string[]) =>
    account.call("PUT", `/v0/devices/on-off/${id}/`, { name: "Gate", ask_first: callers });
  return { id, device, taken, askFirst };
}
export type Gate = Awaited<ReturnType<typeof gateOf>>;

/** A real client of `/mcp` with a token. */
export async function assistantOf(account: Account, { id }: Pick<Gate, "id">, url = baseUrl()) {
  const scopes = ["devices:read", "devices:switch"];
  const made = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "Assistant", scopes });
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${made.token}` } },
  });
  await client.connect(transport);
  const use = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Record<string, string>;
  /** Returns the id of the order. */
  const order = async (state: "on" | "off"): Promise<string> => {
    const asked = await use("switch_device", { device_id: id, state, wait: 0 });
    expect(asked).toMatchObject({ result: "waiting for approval" });
    return asked.approval ?? "";
  };
  const status = (approval: string) => use("approval_status", { approval });
  return { order, status, close: () => client.close() };
}

/** A guest's browser, on the page of a link that may switch the gate. */
export async function guestOf(
  browser: Browser,
  account: Account,
  { id }: Pick<Gate, "id">,
  url = baseUrl(),
): Promise<Page> {
  const body = { name: "Ann", devices: [id], may: "switch" };
  const { token } = await account.call<NewGuest>("POST", "/v0/guests/", body);
  const context = await browser.newContext({ viewport: PHONE, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(new URL(`/guest#${token}`, url).href);
  return page;
}
