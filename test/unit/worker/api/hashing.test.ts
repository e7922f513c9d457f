/** Timing of password hashing: the same number of hashes for known and unknown addresses. */

import crypto from "node:crypto";
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from "vitest";
import { COST } from "../../../../worker/auth/password.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { useAllRounds } from "../hash-cost.ts";
import { api, apiWith, newAccount } from "./client.ts";
import { tokenFrom } from "./emails.ts";

let hash: MockInstance<typeof crypto.scrypt>;
beforeAll(() => {
  useAllRounds();
  hash = vi.spyOn(crypto, "scrypt");
});
afterAll(() => hash.mockRestore());

/** Rounds of one hash. */
const ROUNDS = 10;

const costOf = async (act: () => Promise<{ status: number }>) => {
  hash.mockClear();
  const { status } = await act();
  return [status, hash.mock.calls.length];
};

test("a login, a registration and a forgotten password cost the same for known and unknown addresses [T1] [T2]", async () => {
  const { email } = await newAccount();
  const nobody = "nobody-at-all@example.com";
  const login = (who: string) => () => api("POST /v0/login/", { email: who, password: "Wrong-horse-1" });
  expect(await costOf(login(email))).toEqual([400, ROUNDS]);
  expect(await costOf(login(nobody))).toEqual([400, ROUNDS]);
  const register = (who: string) => () => api("POST /v0/register/", { email: who, password: PASSWORD });
  expect(await costOf(register(email))).toEqual([409, ROUNDS]);
  expect(await costOf(register("somebody-new@example.com"))).toEqual([201, ROUNDS]);
  const forgot = (who: string) => () => api("POST /v0/forgot-password/", { email: who });
  expect(await costOf(forgot(email))).toEqual([200, 0]);
  expect(await costOf(forgot(nobody))).toEqual([200, 0]);
});

test("ten at once with one e-mail reach the hasher, the eleventh does not [T3]", async () => {
  const throttled = apiWith({ THROTTLE: "on" });
  const attempt = () =>
    throttled(
      "POST /v0/login/",
      { email: "guessed@example.com", password: "Wrong-horse-1" },
      { headers: { "CF-Connecting-IP": "192.0.2.77" } },
    );
  hash.mockClear();
  const answers = await Promise.all(Array.from({ length: 20 }, attempt));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(hash).toHaveBeenCalledTimes(10 * ROUNDS);
});

test("a round of a hash blocks the thread no longer than N 2¹³ does [T98]", async () => {
  hash.mockClear();
  await newAccount();
  const rounds = hash.mock.calls.map(([, , , { N = 0, r = 0, p = 1 }]) => N * r * p);
  expect(rounds).toEqual(Array(ROUNDS).fill(2 ** 13 * 8));
});

test("a login from another address is not hashed last behind a crowd [T65]", async () => {
  const attempt = (password: string, address: string) =>
    api(
      "POST /v0/login/",
      { email: "guessed@example.com", password },
      { headers: { "CF-Connecting-IP": address } },
    );
  hash.mockClear();
  const crowd = Array.from({ length: 12 }, (_, n) => attempt(`Wrong-horse-${n}`, "192.0.2.78"));
  await Promise.all([...crowd, attempt("Honest-horse-1", "192.0.2.79")]);
  const begun = hash.mock.calls.map(([secret]) => secret).filter((secret) => typeof secret === "string");
  expect(begun).toHaveLength(13);
  expect(begun.indexOf("Honest-horse-1")).toBeLessThan(6);
});

test("a reset by a valid link is hashed before guesses from many addresses", async () => {
  const { email } = await newAccount();
  await api("POST /v0/forgot-password/", { email });
  const token = await tokenFrom(email, "reset");
  hash.mockClear();
  const crowd = Array.from({ length: 12 }, (_, n) => {
    const headers = { "CF-Connecting-IP": `192.0.2.${100 + n}` };
    return api(
      "POST /v0/login/",
      { email: "guessed@example.com", password: `Wrong-horse-${n}` },
      { headers },
    );
  });
  await Promise.all([...crowd, api("POST /v0/reset-password/", { token, password: "Honest-horse-2" })]);
  const begun = hash.mock.calls.map(([secret]) => secret).filter((secret) => typeof secret === "string");
  expect(begun).toHaveLength(13);
  expect(begun.indexOf("Honest-horse-2")).toBeLessThan(6);
});

test("a hash at a low cost, of a local test, verifies, and a login replaces it", async () => {
  const full = { ...COST };
  hash.mockClear();
  const { email } = await newAccount(apiWith({ PASSWORD_COST: "low" }));
  Object.assign(COST, full);
  expect(hash).toHaveBeenCalledTimes(1);
  const login = () => api("POST /v0/login/", { email, password: PASSWORD });
  expect(await costOf(login)).toEqual([200, 1 + ROUNDS]);
  expect(await costOf(login)).toEqual([200, ROUNDS]);
});
