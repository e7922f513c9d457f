/**
 * Logins a second by password and by passkey, with `npm start` and the usual cost of a password:
 *   npm run -s bench:logins
 * The limits of attempts are off. Each login by passkey is two calls: its challenge, and the login.
 */

import { newAccount, PASSWORD } from "../../support/account.ts";
import { newAuthenticator } from "../../support/authenticator.ts";
import { startProductProcess } from "../../support/product-process.ts";

const PEOPLE = 8;
const SECONDS = 10;

async function post(url: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

type Login = () => Promise<unknown>;

/** The two ways in of a new person. */
async function newPerson(url: string): Promise<Record<"password" | "passkey", Login>> {
  const account = await newAccount(url);
  const authenticator = await newAuthenticator(new URL(url).origin);
  const challenge = async () =>
    ((await post(url, "/v0/passkeys/challenge/")) as { challenge: string }).challenge;
  const fields = await authenticator.register(await challenge());
  await account.call("POST", "/v0/passkeys/", { name: "P", password: PASSWORD, ...fields });
  return {
    password: () => post(url, "/v0/login/", { email: account.email, password: PASSWORD }),
    passkey: async () => post(url, "/v0/login/passkey/", await authenticator.login(await challenge())),
  };
}

/** Each person logs in again and again. Returns logins a second. */
async function rate(logins: readonly Login[]): Promise<number> {
  const began = performance.now();
  let made = 0;
  await Promise.all(
    logins.map(async (login) => {
      while (performance.now() - began < SECONDS * 1_000) {
        await login();
        made++;
      }
    }),
  );
  return (made * 1_000) / (performance.now() - began);
}

export async function main(): Promise<number> {
  const product = await startProductProcess({ variables: ["PASSWORD_COST:usual"] });
  try {
    const people = [];
    for (let n = 0; n < PEOPLE; n++) people.push(await newPerson(product.url));
    for (const way of ["password", "passkey"] as const) {
      const perSecond = await rate(people.map((person) => person[way]));
      console.info(`${way}: ${perSecond.toFixed(1)} logins a second, ${PEOPLE} people at once`);
    }
  } finally {
    await product.stop();
  }
  return 0;
}
