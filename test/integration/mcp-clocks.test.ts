/** A program whose clock is 90 seconds off, before a server whose clock is right. */

import { afterEach, expect, inject, test, vi } from "vitest";
import { newAccount } from "../support/account.ts";
import { REVISIONS, Walker } from "../support/mcp-program.ts";

const base = inject("baseUrl");
const READING = ["devices:read", "values:read", "events:read"];

afterEach(() => void vi.useRealTimers());

const CASES = REVISIONS.flatMap((revision) => [90, -90].map((seconds) => ({ revision, seconds })));
test.each(CASES)(
  "a clock $seconds s off changes nothing, revision $revision",
  async ({ revision, seconds }) => {
    const account = await newAccount(base);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
    const walker = new Walker(`${base}/mcp`, revision, account);
    const client = await walker.connect(READING);
    const devices = async () => (await client.callTool({ name: "list_devices" })).structuredContent;
    expect(await devices()).toMatchObject({ total: 0 });

    await walker.refreshElsewhere();
    expect(await devices()).toMatchObject({ total: 0 });
    expect(walker.to("/oauth/token").map(({ form }) => form.get("grant_type"))).toEqual([
      "authorization_code",
      "refresh_token",
    ]);
    expect(walker.store.asked).toHaveLength(1);
  },
);
