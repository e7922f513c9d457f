/** Passkeys of a person for the calls of the table: one to add, a login with another, and one to delete. */

import { type Authenticator, newAuthenticator } from "../../../support/authenticator.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api } from "./client.ts";

const newKey = () => newAuthenticator("http://api.test");

export async function newPasskeys(person: Account) {
  const challenge = async () => (await api("POST /v0/passkeys/challenge/")).body.challenge;
  const [kept, other, spare] = [await newKey(), await newKey(), await newKey()];
  const add = async (key: Authenticator) => {
    const fields = await key.register(await challenge());
    return (await person.call("POST /v0/passkeys/", { name: "P", password: PASSWORD, ...fields })).body.id;
  };
  await add(kept);
  return {
    added: await other.register(await challenge()),
    login: await kept.login(await challenge()),
    deletePasskey: await add(spare),
  };
}
