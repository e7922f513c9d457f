/** Why was I refused? And: let it pass from now on. */

import type { Refusal as Noted } from "../../broker/contract/account.ts";
import { displayTopic } from "../../broker/contract/topics.ts";
import { MAX_CHANNEL_NAME } from "../contract/limits.ts";
import { MESSAGES } from "../contract/messages.ts";
import type { Refusal } from "../contract/refusal.ts";
import { grantTopic } from "../db/credentials.ts";
import { raiseRightsVersion } from "../db/users.ts";
import { settings } from "../env.ts";
import { invalidRequest, notFound } from "../errors.ts";
import type { Route } from "../http/call.ts";
import { askBroker, changingRights } from "../ports/notify.ts";
import * as present from "../present.ts";
import { passwordOf } from "./credentials.ts";

const refusalOf = (noted: Noted): Refusal => ({
  id: noted.id,
  at: present.moment(noted.at),
  kind: noted.kind,
  client_id: noted.clientId,
  client_kind: noted.clientKind,
  client_name: noted.clientName,
  tried: noted.tried,
  rule: noted.rule,
  nearest: noted.nearest,
  fix: noted.fix && { credential_id: noted.fix.credentialId, topic: noted.fix.topic },
});

export const listRefusals: Route<"listRefusals"> = {
  async act({ env, caller }) {
    const { id } = caller.user;
    return (await askBroker(env, id, (broker) => broker.refusals(id))).map(refusalOf);
  },
};

/** The client follows before the answer: its next try passes. */
export const fixRefusal: Route<"fixRefusal"> = {
  async act({ env, caller, id, now }) {
    const userId = caller.user.id;
    const noted = await askBroker(env, userId, (broker) => broker.refusals(userId));
    const refusal = noted.find((each) => each.id === id);
    if (refusal === undefined) throw notFound();
    const { fix } = refusal;
    if (fix === null) throw invalidRequest(MESSAGES.noRemedy);
    const { MAX_CHANNELS: max } = settings(env).limits;
    const name = displayTopic(userId, fix.topic).slice(0, MAX_CHANNEL_NAME);
    const channel = { id: crypto.randomUUID(), name, topic: fix.topic, now };
    const row = await changingRights(env, userId, () =>
      grantTopic(env.DB, userId, fix.credentialId, channel, max, [raiseRightsVersion(env.DB, userId)]),
    );
    // the credential was deleted in the meantime
    if (row === null) throw notFound();
    const credential = present.credential(row, await passwordOf(env, row));
    const granted = credential.channels.some(({ topic }) => topic === fix.topic);
    if (!granted) throw invalidRequest(MESSAGES.tooManyChannels(max));
    return credential;
  },
};
