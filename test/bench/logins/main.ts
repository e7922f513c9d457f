/**
 * Logins a second by password and by passkey, with the usual cost of a password, on the bare runtime and with
 * `npm start`, whose proxy costs as much as a login:
 *   npm run -s bench:logins
 * The limits of attempts are off. Each login by passkey is two calls: its challenge, and the login. `--profile` adds where
 * the Worker spent its time.
 */

import { parseArgs } from "node:util";
import { newAccount, PASSWORD } from "../../support/account.ts";
import { newAuthenticator } from "../../support/authenticator.ts";
import { startProductProcess } from "../../support/product-process.ts";
import { startProfile } from "../profile.ts";
import { startBare } from "../targets/product.ts";

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

const VARIABLES = { THROTTLE: "off", PASSWORD_COST: "usual" };

/** Logs in by each way in turn. `inspector`: of the Worker, for a profile. */
async function measure(name: string, url: string, inspector?: string): Promise<void> {
  const people = [];
  for (let n = 0; n < PEOPLE; n++) people.push(await newPerson(url));
  for (const way of ["password", "passkey"] as const) {
    const profile = inspector === undefined ? null : await startProfile(inspector);
    const perSecond = await rate(people.map((person) => person[way]));
    console.info(`${name}, ${way}: ${perSecond.toFixed(1)} logins a second, ${PEOPLE} people at once`);
    if (profile !== null) console.info(await profile());
  }
}

export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { profile: { type: "boolean", default: false } } });
  const bare = await startBare(VARIABLES, values.profile ? { BENCH_INSPECT: "1" } : {});
  try {
    const inspector = values.profile ? String(bare.said.inspector) : undefined;
    await measure("bare runtime", `http://127.0.0.1:${bare.said.port}`, inspector);
  } finally {
    await bare.stop();
  }
  const product = await startProductProcess({ variables: ["PASSWORD_COST:usual"] });
  try {
    await measure("npm start", product.url);
  } finally {
    await product.stop();
  }
  return 0;
}
