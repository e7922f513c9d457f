/** The two official SDKs at `/mcp`: from nothing but the address to a tool's answer, and what each does by itself after that. */

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ACCESS_LIFETIME_MS } from "../../../../worker/contract/limits.ts";
import { counter } from "./assistant.ts";
import { type Account, newAccount, run } from "./client.ts";
import { mcpCall, oauth, opens, READING } from "./oauth-app.ts";
import { connected, PROGRAM_NAMES, pressAllow, type Store } from "./oauth-program.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** From now on it is that much later, on the server and in the program. */
const later = (milliseconds: number): void => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
};

describe.each(PROGRAM_NAMES)("%s", (name) => {
  test("connects from the address alone, and its calls of tools ask no database", async () => {
    const { assistant, store } = await connected(name, await newAccount(), READING);
    const [asked] = store.asked;
    expect(`${asked?.origin}${asked?.pathname}`).toBe("http://localhost/authorize");
    await assistant.call("list_devices");
    const before = counter.trips();
    const { structuredContent } = await assistant.call("list_devices");
    expect(structuredContent).toMatchObject({ total: 0 });
    expect(counter.trips() - before).toBe(0);
  });

  test("is known by its document, and registers nothing", async () => {
    const document = "https://claude.example.com/oauth/client.json";
    const redirect_uris = ["http://127.0.0.1:9000/callback"];
    vi.stubGlobal("fetch", async () =>
      Response.json({ client_id: document, client_name: "Claude", redirect_uris }),
    );
    const person = await newAccount();
    const overrides = { OUTBOUND: "checked" };
    const { assistant, calls } = await connected(name, person, READING, { overrides, document });
    expect((await assistant.tools()).length).toBeGreaterThan(0);
    expect(calls).not.toContain("POST /oauth/register");
    expect((await person.call("GET /v0/apps/")).body).toMatchObject([{ host: "claude.example.com" }]);
  });

  test("refreshes by itself when its access token has ended, and opens no page", async () => {
    const { assistant, store, calls } = await connected(name, await newAccount(), READING);
    const { access_token: first, refresh_token: used } = store.own;
    calls.length = 0;
    later(ACCESS_LIFETIME_MS + 1000);
    expect(await opens(first)).toBe(401);
    expect((await assistant.call("list_devices")).structuredContent).toMatchObject({ total: 0 });
    expect(calls.filter((call) => call === "POST /oauth/token")).toHaveLength(1);
    expect(store.asked).toHaveLength(1);
    expect([store.own.access_token, store.own.refresh_token]).not.toEqual([first, used]);
  });

  test("registers again when its registration has expired, instead of a page that does not know it", async () => {
    const person = await newAccount();
    const { assistant, store, calls, begin } = await connected(name, person, READING);
    await run("DELETE FROM oauth_clients WHERE id = ?1", store.clientId);
    await run("DELETE FROM tokens WHERE user_id = ?1", person.id);
    await endRights(person);
    calls.length = 0;
    await expect(assistant.call("list_devices")).rejects.toThrow();
    expect(calls).toContain("POST /oauth/register");
    await begin().finish(await pressAllow(person, store, READING));
    expect(await (await begin().open()).tools()).not.toEqual([]);
  });

  test("has no call of its own that ends its login: the endpoint does, and then it opens the page again", async () => {
    const { assistant, store, calls } = await connected(name, await newAccount(), READING);
    const form = { token: store.own.refresh_token, client_id: store.clientId };
    expect((await oauth.post("/oauth/revoke", form)).status).toBe(200);
    expect(await opens(store.own.access_token)).toBe(401);
    store.forget();
    await expect(assistant.call("list_devices")).rejects.toThrow();
    expect(store.asked).toHaveLength(2);
    expect(calls).not.toContain("POST /oauth/revoke");
  });
});

/** As the announcement of a change does. */
async function endRights({ id }: Account): Promise<void> {
  await run("UPDATE users SET rights_version = rights_version + 1 WHERE id = ?1", id);
  await env.BROKER.getByName(id).applyRights();
}

/** A person with a lamp, and the press on it. */
async function lampOf() {
  const person = await newAccount();
  await person.call("POST /v0/api-keys/");
  const { id } = (await person.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  return { person, press: { device_id: id, state: "on", wait: 0 } };
}

const SWITCHING = [...READING, "devices:switch"];

/** What the page shows of the program's last request. */
async function pageOf(person: Account, store: Store) {
  const query = store.asked.at(-1)?.search.slice(1) ?? "";
  return (await oauth.call("POST /v0/authorize/check/", { query }, person.token)).body;
}

describe.each(["client 2.4.0, 2026-07-28", "client 2.4.0, 2025-11-25"] as const)("%s", (name) => {
  test("follows a missing scope to a page that shows only what is new, and then has both", async () => {
    const { person, press } = await lampOf();
    const { assistant, store, begin } = await connected(name, person, READING);
    await expect(assistant.call("switch_device", press)).rejects.toThrow();
    const refused = await mcpCall(store.own.access_token, "tools/call", {
      name: "switch_device",
      arguments: press,
    });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'The app "Claude" lacks the scope devices:switch. Connect it again, and allow that, too.',
    ]);
    expect(store.asked).toHaveLength(2);
    const page = await pageOf(person, store);
    expect(page.asked).toEqual([{ scope: "devices:switch", on: true }]);
    expect(page.had.toSorted()).toEqual(READING.toSorted());
    await begin().finish(await pressAllow(person, store, SWITCHING));
    const wider = await begin().open();
    expect((await wider.call("switch_device", press)).structuredContent).toMatchObject({
      result: "waiting for approval",
    });
    // one app, for which the person allowed two things
    expect((await person.call("GET /v0/apps/")).body).toMatchObject([{ name: "Claude" }]);
  });
});

describe("sdk 1.32.2, 2025-11-25", () => {
  // By its source it calls `auth`, which refreshes where it has a refresh token: findings/mcp-sdk-refreshes-where-a-scope-lacks.sh
  test("cannot follow a missing scope: it refreshes, keeps its login, and shows the sentence with the remedy", async () => {
    const { person, press } = await lampOf();
    const { assistant, store, calls, begin } = await connected("sdk 1.32.2, 2025-11-25", person, READING);
    calls.length = 0;
    await expect(assistant.call("switch_device", press)).rejects.toThrow();
    expect(calls).toEqual(["POST /mcp", "POST /oauth/token", "POST /mcp"]);
    expect(store.asked).toHaveLength(1);
    expect((await assistant.call("list_devices")).structuredContent).toMatchObject({ total: 1 });
    // connecting it again is what the sentence says
    store.forget();
    await expect(begin().open()).rejects.toThrow();
    expect((await pageOf(person, store)).asked).toContainEqual({ scope: "devices:switch", on: true });
    await begin().finish(await pressAllow(person, store, SWITCHING));
    const wider = await begin().open();
    expect((await wider.call("switch_device", press)).structuredContent).toMatchObject({
      result: "waiting for approval",
    });
  });
});
