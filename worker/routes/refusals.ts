/** Why was I refused? And: let it pass from now on. */

import type { Refusal } from "../../broker/contract/account.ts";
import { displayTopic } from "../../broker/contract/topics.ts";
import { account } from "../account/account.ts";
import { changeRights } from "../account/change-rights.ts";
import { MAX_CHANNEL_NAME } from "../contract/limits.ts";
import { MESSAGES } from "../contract/messages.ts";
import { type CredentialRow, grantTopic } from "../db/credentials.ts";
import { settings } from "../env.ts";
import { invalidRequest, notFound } from "../errors.ts";
import type { Call, Route } from "../http/call.ts";
import { credentialOf } from "../present/credential.ts";
import { refusalOf } from "../present/refusal.ts";
import { passwordOf } from "./credentials.ts";

export const listRefusals: Route<"listRefusals"> = {
  async act({ env, caller }) {
    return (await account(env, caller.user.id).refusals()).map(refusalOf);
  },
};

/** The client follows before the answer: its next try passes. */
export const fixRefusal: Route<"fixRefusal"> = {
  async act(call) {
    const fix = await remedyOf(call);
    const lastUses = await account(call.env, call.caller.user.id).lastUses();
    const { MAX_CHANNELS: max } = settings(call.env).limits;
    const row = await grant(call, fix, max);
    // the credential was deleted in the meantime
    if (row === undefined) throw notFound();
    const credential = credentialOf(row, await passwordOf(call.env, row), lastUses);
    const granted = credential.channels.some(({ topic }) => topic === fix.topic);
    if (!granted) throw invalidRequest(MESSAGES.tooManyChannels(max));
    return credential;
  },
};

type Fix = NonNullable<Refusal["fix"]>;

async function remedyOf({ env, caller, id }: Call<"fixRefusal">): Promise<Fix> {
  const noted = await account(env, caller.user.id).refusals();
  const refusal = noted.find((each) => each.id === id);
  if (refusal === undefined) throw notFound();
  if (refusal.fix === null) throw invalidRequest(MESSAGES.noRemedy);
  return refusal.fix;
}

async function grant(
  { env, caller, now }: Call<"fixRefusal">,
  { credentialId, topic }: Fix,
  max: number,
): Promise<CredentialRow | undefined> {
  const userId = caller.user.id;
  const name = displayTopic(userId, topic).slice(0, MAX_CHANNEL_NAME);
  const channel = { id: crypto.randomUUID(), name, topic, now };
  const granting = grantTopic(env.DB, userId, credentialId, channel, max);
  return (await changeRights(env, userId, granting)).own.results[0];
}
