/** Absolute addresses come from the configuration, and from nowhere else. */

import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { apiWith, newAccount } from "./client.ts";

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));

const YARD = "https://yard.example";
/** What a request may say of where it goes. */
const FOREIGN = {
  "X-Original-URL": "https://evil.example/v0/",
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "https",
  Forwarded: "host=evil.example;proto=https",
  Origin: "https://evil.example",
};
const letters = async (email: string) =>
  (
    (await apiWith()("GET /dev/mail")).body as { to: string; kind: string; text: string; html: string }[]
  ).filter(({ to }) => to === email);

describe("a letter", () => {
  test("leads to the configured address, whatever its request says of itself [T51]", async () => {
    const call = apiWith({ APP_URL: `${YARD}/` });
    const { email } = await newAccount(call);
    await call("POST /v0/forgot-password/", { email }, { headers: FOREIGN });
    const [reset, welcome] = await letters(email);
    expect(reset?.text).toContain(`${YARD}/reset-password?token=`);
    expect(welcome?.text).toContain(`${YARD}/dashboard`);
    expect(JSON.stringify([reset, welcome])).not.toMatch(/evil\.example|api\.test/);
  });

  test("is not written where no address is configured, and the answers are the same [T51]", async () => {
    const call = apiWith({ APP_URL: "" });
    const { email } = await newAccount(call);
    const known = await call("POST /v0/forgot-password/", { email });
    const unknown = await call("POST /v0/forgot-password/", { email: `nobody-${email}` });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await letters(email)).toEqual([]);
  });
});

test("a phone's link leads to the configured address, or says that there is none [T51]", async () => {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const { id } = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  const link = async (APP_URL: string) => {
    const options = { token: owner.token, headers: FOREIGN };
    return (await apiWith({ APP_URL })(`POST /v0/devices/on-off/${id}/link/`, {}, options)).body;
  };
  const { url, token } = await link(YARD);
  expect(url).toBe(`${YARD}/device#${token}`);
  expect((await link("")).url).toBeNull();
});
