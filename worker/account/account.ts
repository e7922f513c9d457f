/**
 * The door to an account's object: its calls, without the account's id, which the door has. Whether the object answers
 * is remembered for the service's health; that it does not is logged, and said in the words of the call.
 */

import type { AccountBroker } from "../../broker/contract/account.ts";
import type { Env } from "../env.ts";
import { type ApiError, brokerUnavailable, switchUnknown } from "../errors.ts";
import { noteAnswer } from "./health.ts";
import { type AccountObject, objectOf } from "./object.ts";
import { logUnanswered } from "./unanswered.ts";

/** What else the object does is for this room alone: changes of rights, the end of an account, health. */
type CallName = Exclude<keyof AccountBroker, "announceChange" | "applyRights" | "erase" | "probe">;

type Call<Name extends CallName> = AccountBroker[Name] extends (
  userId: string,
  ...rest: infer Rest
) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

export type Account = { [Name in CallName]: Call<Name> } & {
  /** Passes an upgrade on; what the object says to it is the answer. */
  open(request: Request): Promise<Response>;
};

/** What the log calls a lost answer, and what is then true. */
interface Lost {
  event: string;
  error: () => ApiError;
}
const NOTHING_DONE: Lost = { event: "broker_not_asked", error: brokerUnavailable };
const PERHAPS_SWITCHED: Lost = { event: "device_not_switched", error: switchUnknown };

/** One row a call. */
export function account(env: Env, userId: string): Account {
  const ask = <Answer>(question: Question<Answer>, lost = NOTHING_DONE) => asked(env, userId, question, lost);
  return {
    presence: (deviceId) => ask((object) => object.presence(userId, deviceId)),
    connections: (deviceId, from) => ask((object) => object.connections(userId, deviceId, from)),
    clients: () => ask((object) => object.clients(userId)),
    refusals: () => ask((object) => object.refusals(userId)),
    disconnectClient: (connectionId) => ask((object) => object.disconnectClient(userId, connectionId)),
    switchDevice: (...command) => ask((object) => object.switchDevice(userId, ...command), PERHAPS_SWITCHED),
    open: (request) => open(env, userId, request),
  };
}

type Question<Answer> = (object: AccountObject) => Promise<Answer>;

async function asked<Answer>(
  env: Env,
  userId: string,
  question: Question<Answer>,
  lost: Lost,
): Promise<Answer> {
  try {
    const answer = await question(objectOf(env, userId));
    noteAnswer(env, userId, true);
    return answer;
  } catch (error) {
    noteAnswer(env, userId, false);
    logUnanswered(env, userId, lost.event, error);
    throw lost.error();
  }
}

async function open(env: Env, userId: string, request: Request): Promise<Response> {
  let answered = false;
  try {
    const answer = await objectOf(env, userId).fetch(request);
    answered = answer.status < 500;
    return answer;
  } finally {
    noteAnswer(env, userId, answered);
  }
}
