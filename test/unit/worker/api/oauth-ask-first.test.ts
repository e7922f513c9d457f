/** An app whose owner is asked before each switch, whatever the device says. */

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "../../broker/support/client.ts";
import { commandOf } from "./ask-first-ways.ts";
import { assistant } from "./assistant.ts";
import { type Account, newAccount, run } from "./client.ts";
import { type AppTokens, connectedApp, oauth, READING, refreshed, requestOf } from "./oauth-app.ts";

const SWITCHING = [...READING, "devices:switch"];

let owner: Account;
let id: string;
beforeEach(async () => {
  owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  id = (await owner.call("POST /v0/devices/on-off/", { name: "Gate" })).body.id;
});

async function order({ access_token }: AppTokens): Promise<string> {
  const { use } = await assistant(access_token);
  const { structuredContent } = await use("switch_device", { device_id: id, state: "on", wait: 0 });
  expect(structuredContent).toMatchObject({ result: "waiting for approval" });
  return structuredContent.approval;
}

const answer = (approval: string) => owner.call(`POST /v0/approvals/${approval}/`, { allow: true });

test("an order waits unless the person chose otherwise, and the app that has a new token reads its end", async () => {
  const app = await connectedApp(owner, SWITCHING);
  expect((await owner.call("GET /v0/apps/")).body).toMatchObject([{ asks_first: true }]);
  const approval = await order(app);
  expect(await commandOf({ owner, id })).toBeNull();
  const { use } = await assistant(await refreshed(app));
  const status = async () => (await use("approval_status", { approval })).structuredContent;
  expect(await status()).toMatchObject({ state: "waiting", by: { kind: "app", name: "Claude" } });
  expect((await answer(approval)).body).toMatchObject({ state: "allowed" });
  expect(await status()).toMatchObject({ state: "allowed", result: "accepted" });
});

/** As an hour does it, after the order. */
async function endAccessToken(): Promise<void> {
  const [{ at }] = (await owner.call("GET /v0/approvals/")).body;
  const end = Date.parse(at) + 1;
  await eventually(
    () => Date.now(),
    (now) => now >= end,
  );
  await run("UPDATE tokens SET expires_at = ?1 WHERE user_id = ?2", end, owner.id);
  await run("UPDATE users SET rights_version = rights_version + 1 WHERE id = ?1", owner.id);
  await env.BROKER.getByName(owner.id).applyRights();
}

test("an order outlives the hour of its access token", async () => {
  const approval = await order(await connectedApp(owner, SWITCHING));
  await endAccessToken();
  expect((await answer(approval)).body).toMatchObject({ state: "allowed" });
});

test("an order does not outlive its app", async () => {
  const approval = await order(await connectedApp(owner, SWITCHING));
  const [{ id: app }] = (await owner.call("GET /v0/apps/")).body;
  await owner.call(`DELETE /v0/apps/${app}/`);
  expect((await answer(approval)).status).toBe(410);
  expect(await commandOf({ owner, id })).toBeNull();
});

test("a person who wants no questions gets none, and what was chosen is offered the next time", async () => {
  const app = await connectedApp(owner, SWITCHING, { asks_first: false });
  const { use } = await assistant(app.access_token);
  const args = { device_id: id, state: "on", wait: 0 };
  expect((await use("switch_device", args)).structuredContent.result).not.toBe("waiting for approval");
  const body = { query: requestOf(app.clientId) };
  const offered = await oauth.call("POST /v0/authorize/check/", body, owner.token);
  expect(offered.body).toMatchObject({ asks_first: false });
  await owner.call(`PUT /v0/devices/on-off/${id}/`, { name: "Gate", ask_first: ["app"] });
  expect((await use("switch_device", args)).structuredContent.result).toBe("waiting for approval");
});

test("an app reads its own orders, and not those of another", async () => {
  const approval = await order(await connectedApp(owner, SWITCHING));
  const { use } = await assistant((await connectedApp(owner, SWITCHING)).access_token);
  expect((await use("approval_status", { approval })).structuredContent).toMatchObject({
    state: "ended",
    result: null,
  });
});
