/**
 * Makes what stands beside it, with the release that is checked out: see README.md. It lives with real clients, asks the
 * API, kills the product and writes down what is left.
 */

import { existsSync, rmSync, writeFileSync } from "node:fs";
import { newSecrets } from "../../../worker/secrets/new-secrets.ts";
import { enterAccount, newAccount } from "../account.ts";
import { newStateDirectory, startProductProcess } from "../product-process.ts";
import { type Answers, answersTo, callsOf } from "./answers.ts";
import { keepState } from "./databases.ts";
import { liveInGreenhouse } from "./greenhouse.ts";
import { connectTo, loginOf } from "./home.ts";
import { ANSWERS, PEOPLE, type People, type Person, SECRETS, variables } from "./people.ts";
import { leaveUnsent } from "./unsent.ts";

const NOTHING = { kept: [], retained: [] };

/** A new account with one device that is connected and on; `leave` ends the connection. */
async function moveIn(url: string, name: string) {
  const account = await newAccount(url);
  const { userId, email } = account;
  const { key } = await account.newKey();
  await account.newCredential("door", []);
  const door = await account.newDevice(name);
  const login = loginOf(door, "door", "door-1");
  const client = await connectTo(url, userId, login);
  client.on("error", () => {});
  await account.switchDevice(door, "on");
  await account.untilEvent(door.id, "turned_on");
  const logins = { "an API key": { clientId: `${key}__own` }, "a device": login };
  const person: Person = { userId, email, logins, devices: { door: door.id }, ...NOTHING };
  const leave = async () => {
    await client.endAsync();
    await account.untilEvent(door.id, "disconnected");
  };
  return { account, person, leave };
}

async function answersFor(url: string, token: string, devices: string[]): Promise<Answers> {
  return answersTo(await callsOf(url, token, devices), url, token);
}

async function live(url: string): Promise<People> {
  const porch = await moveIn(url, "Front door");
  await porch.leave();
  const greenhouse = await liveInGreenhouse(url);
  const cutOff = await moveIn(url, "Back door");
  const [own, others] = [Object.values(greenhouse.devices), Object.values(porch.person.devices)];
  const { token } = await enterAccount(url, greenhouse.email);
  const said = {
    greenhouse: await answersFor(url, token, [...own, ...others]),
    porch: await answersFor(url, porch.account.token, others),
  };
  writeFileSync(ANSWERS, JSON.stringify(said));
  return { greenhouse, porch: porch.person, cutOff: cutOff.person };
}

export async function main(): Promise<number> {
  const secrets = Object.entries(newSecrets()).map(([name, value]) => `${name}=${value}\n`);
  if (!existsSync(SECRETS)) writeFileSync(SECRETS, secrets.join(""));
  const stateDirectory = newStateDirectory();
  const product = await startProductProcess({ stateDirectory, variables: variables() });
  try {
    const people = await live(product.url);
    writeFileSync(PEOPLE, JSON.stringify(people));
    await product.kill();
    leaveUnsent(stateDirectory, people.greenhouse);
    keepState(stateDirectory);
    return 0;
  } finally {
    await product.kill();
    rmSync(stateDirectory, { recursive: true, force: true });
  }
}
