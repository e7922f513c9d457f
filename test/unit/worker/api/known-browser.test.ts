/** Failed logins of strangers do not lock the owner out, and the known-browser cookie is not a login. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { digest } from "../../../../worker/keys/digest.ts";
import { check, count } from "../../../../worker/throttle/check.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, type Answer, api, apiWith, newAccount, rows, run } from "./client.ts";
import { tokenFrom } from "./emails.ts";

const throttled = apiWith({ THROTTLE: "on", SHIELD: undefined });
let last = 0;
const somewhere = () => `10.1.0.${++last}`;

const cookieOf = ({ headers }: Answer): string => headers.get("Set-Cookie")?.split(";")[0] ?? "";
const login = (email: string, address: string, password = PASSWORD, cookie?: string) =>
  throttled(
    "POST /v0/login/",
    { email, password },
    { headers: { "CF-Connecting-IP": address, ...(cookie === undefined ? {} : { Cookie: cookie }) } },
  );
/** A browser that logged in earlier from another address. */
const known = async ({ email }: Account) => cookieOf(await login(email, somewhere()));

/** Tries wrong passwords. Returns how many passed the throttle. */
async function guess(email: string, address: string, times: number): Promise<number> {
  const facts = { address, email };
  const counted = Array.from({ length: times }, () => check({ ...env, THROTTLE: "on" }, "login", facts));
  return (await Promise.all(counted)).filter(({ wait }) => wait === null).length;
}

describe("a guessing stranger", () => {
  test("is stopped after ten, and the owner elsewhere is not [T63]", async () => {
    const { email } = await newAccount();
    const stranger = somewhere();
    expect(await guess(email, stranger, 12)).toBe(10);
    expect((await login(email, somewhere())).status).toBe(200);
    expect((await login(email, stranger)).status).toBe(429);
  });

  test("at the owner's address does not stop a known browser [T63]", async () => {
    const owner = await newAccount();
    const cookie = await known(owner);
    const shared = somewhere();
    await guess(owner.email, shared, 11);
    for (let n = 0; n < 5; n++) await guess(`other-${n}@example.com`, shared, 10);
    expect((await login(owner.email, shared)).status).toBe(429);
    expect((await login(owner.email, shared, PASSWORD, cookie)).status).toBe(200);
  });

  test("from many addresses is bounded for the e-mail, which only a known browser passes [T3] [T63]", async () => {
    const owner = await newAccount();
    const cookie = await known(owner);
    let passed = 0;
    for (let place = 0; place < 7; place++) passed += await guess(owner.email, somewhere(), 10);
    // the owner's own login was the first of the sixty
    expect(passed).toBe(59);
    expect((await login(owner.email, somewhere())).status).toBe(429);
    expect((await login(owner.email, somewhere(), PASSWORD, cookie)).status).toBe(200);
  });
});

describe("the cookie of a known browser", () => {
  test("is unavailable to scripts, other sites and all paths but one [T5] [T64]", async () => {
    const { email } = await newAccount();
    const set = (await login(email, somewhere())).headers.get("Set-Cookie");
    expect(set).toMatch(
      /^known_browser=[\w-]{43}; Max-Age=15552000; Path=\/v0\/login; HttpOnly; SameSite=Strict$/,
    );
    const wrong = await login(email, somewhere(), "Wrong-horse-1");
    expect(wrong.headers.get("Set-Cookie")).toBeNull();
  });

  test("is no login: not alone, and not with a wrong password [T5] [T64]", async () => {
    const owner = await newAccount();
    const cookie = await known(owner);
    const alone = { headers: { Cookie: cookie } };
    expect((await api("GET /v0/users/", undefined, alone)).status).toBe(401);
    expect((await login(owner.email, somewhere(), "Wrong-horse-1", cookie)).status).toBe(400);
  });

  test("allows ten attempts a minute, at its own account only [T64]", async () => {
    const [owner, other] = [await newAccount(), await newAccount()];
    const cookie = await known(owner);
    const here = somewhere();
    await guess(owner.email, here, 10);
    await guess(other.email, here, 10);
    expect((await login(other.email, here, PASSWORD, cookie)).status).toBe(429);
    const name = digest(cookie.split("=")[1] ?? "");
    for (let n = 0; n < 9; n++) await count({ ...env, THROTTLE: "on" }, "known-browser", [{ name }]);
    expect((await login(owner.email, here, "Wrong-horse-1", cookie)).status).toBe(400);
    expect((await login(owner.email, here, PASSWORD, cookie)).status).toBe(429);
  });

  test("is stored as a digest, renewed at each login, and deleted after its time [T64]", async () => {
    const owner = await newAccount();
    const first = await known(owner);
    const second = cookieOf(await login(owner.email, somewhere(), PASSWORD, first));
    expect(second).not.toBe(first);
    const stored = JSON.stringify(await rows("SELECT * FROM known_browsers"));
    expect(stored).not.toContain(second.split("=")[1]);
    const here = somewhere();
    await guess(owner.email, here, 10);
    expect((await login(owner.email, here, PASSWORD, first)).status).toBe(429);
    await run("UPDATE known_browsers SET expires_at = ?1 WHERE user_id = ?2", Date.now(), owner.id);
    expect((await login(owner.email, here, PASSWORD, second)).status).toBe(429);
  });

  test("is one of at most fifty, the latest [T64]", async () => {
    const owner = await newAccount();
    await run(
      `INSERT INTO known_browsers (token_hash, user_id, created_at, expires_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       SELECT ?1 || i, ?1, i, 9e15 FROM n`,
      owner.id,
    );
    await known(owner);
    const left = await rows<{ created_at: number }>(
      "SELECT created_at FROM known_browsers WHERE user_id = ?1 ORDER BY created_at",
      owner.id,
    );
    expect(left).toHaveLength(50);
    // registering made one, and this login the other
    expect(left[0]?.created_at).toBe(13);
  });

  test("is renewed by a reset, which ends all others, so that the owner keeps a way in [T63] [T64]", async () => {
    const owner = await newAccount();
    const before = await known(owner);
    await api("POST /v0/forgot-password/", { email: owner.email });
    const token = await tokenFrom(owner.email, "reset");
    const reset = await api("POST /v0/reset-password/", { token, password: "Another-horse-8" });
    const here = somewhere();
    await guess(owner.email, here, 10);
    expect((await login(owner.email, here, "Another-horse-8", before)).status).toBe(429);
    expect((await login(owner.email, here, "Another-horse-8", cookieOf(reset))).status).toBe(200);
  });
});
