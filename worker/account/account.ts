/**
 * The door to an account's object: its calls, without the account's id, which the door has. Whether the object answers
 * is remembered for the service's health; that it does not is logged, and said in the words of the call.
 */

import type { AccountBroker, SwitchOutcome } from "../../broker/contract/account.ts";
import { MAX_SWITCH_WAIT } from "../contract/limits.ts";
import type { Env } from "../env.ts";
import { type ApiError, brokerUnavailable, rowsUsedUp, switchUnknown } from "../errors.ts";
import { within } from "../patience.ts";
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

export type Account = { [Name in Exclude<CallName, "switchDevice">]: Call<Name> } & {
  switchDevice(...command: Parameters<Call<"switchDevice">>): Promise<SwitchOutcome>;
  /** Passes an upgrade on; what the object says to it is the answer. */
  open(request: Request): Promise<Response>;
};

/** What the log calls a lost answer, and what is then true. */
interface Lost {
  event: string;
  error: () => ApiError;
  /** Milliseconds until the answer counts as lost. */
  patience: number;
}
const PATIENCE = 10_000;
const NOTHING_DONE: Lost = { event: "broker_not_asked", error: brokerUnavailable, patience: PATIENCE };
/** It waits for the device on purpose. */
const PERHAPS_SWITCHED: Lost = {
  event: "device_not_switched",
  error: switchUnknown,
  patience: PATIENCE + MAX_SWITCH_WAIT * 1000,
};

/** One row a call. */
export function account(env: Env, userId: string): Account {
  const ask = <Answer>(question: Question<Answer>, lost = NOTHING_DONE) => asked(env, userId, question, lost);
  return {
    presence: (deviceId) => ask((object) => object.presence(userId, deviceId)),
    sightings: () => ask((object) => object.sightings(userId)),
    events: (filters) => ask((object) => object.events(userId, filters)),
    eventCounts: (from, hours) => ask((object) => object.eventCounts(userId, from, hours)),
    usage: () => ask((object) => object.usage(userId)),
    activity: () => ask((object) => object.activity(userId)),
    lastUses: () => ask((object) => object.lastUses(userId)),
    connections: (deviceId, from) => ask((object) => object.connections(userId, deviceId, from)),
    lastValues: (source) => ask((object) => object.lastValues(userId, source)),
    series: (query) => ask((object) => object.series(userId, query)),
    runs: (scheduleId) => ask((object) => object.runs(userId, scheduleId)),
    lastRuns: (scheduleIds) => ask((object) => object.lastRuns(userId, scheduleIds)),
    found: () => ask((object) => object.found(userId)),
    clients: () => ask((object) => object.clients(userId)),
    refusals: () => ask((object) => object.refusals(userId)),
    noteRefusal: (note) => ask((object) => object.noteRefusal(userId, note)),
    disconnectClient: (connectionId) => ask((object) => object.disconnectClient(userId, connectionId)),
    switchDevice: async (...command) => {
      const outcome = await ask((object) => object.switchDevice(userId, ...command), PERHAPS_SWITCHED);
      if ("retryAfter" in outcome) throw rowsUsedUp(outcome.retryAfter);
      return outcome;
    },
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
    // null may be what it answers
    const told = question(objectOf(env, userId)).then((answer) => ({ answer }));
    const inTime = await within(lost.patience, told);
    if (inTime === null) throw new Error("It took too long.");
    noteAnswer(env, userId, true);
    return inTime.answer;
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
