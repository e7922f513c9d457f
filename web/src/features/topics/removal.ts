/** Removes the retained message of a topic, or all of a branch: in bounded calls, until the server has tried each topic. */

import type { ResponseOf } from "../../../../worker/contract/api.ts";
import { call } from "../../api/call.ts";
import { CallError } from "../../api/problem.ts";
import { branchFilter, isWithin } from "./tree.ts";

export interface Removal {
  topic: string;
  /** With all topics below it. */
  isBranch: boolean;
  /** The most messages that it has. */
  count: number;
}

/** The id of a removal among the deletions that can be undone. */
export const removalId = ({ topic, isBranch }: Pick<Removal, "topic" | "isBranch">): string =>
  `${isBranch ? "branch" : "topic"}:${topic}`;

const BRANCH = "branch:";
const TOPIC = "topic:";

/** Whether a topic is to be removed by one of these ids. */
export const isRemovedBy = (ids: readonly string[], topic: string): boolean =>
  ids.some((id) => (id.startsWith(BRANCH) ? isWithin(topic, id.slice(BRANCH.length)) : id === TOPIC + topic));

type Removed = ResponseOf<"deleteMessages">;

const TOO_MANY = 429;
/** The server removes as many in a second as a client may publish. */
const PAUSE_MS = 1_000;
/** Messages that a call removes, unless the operator set another number. */
const ONE_CALL = 200;

/** Whether a removal needs the open page: it takes several calls. */
export const takesSeveralCalls = ({ count }: Pick<Removal, "count">): boolean => count > ONE_CALL;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** `progress` is called after each call that leaves something, and ends the removal by returning false. */
export async function remove(removal: Removal, progress: (sum: Removed) => boolean): Promise<Removed> {
  const filter = removal.isBranch ? branchFilter(removal.topic) : removal.topic;
  let sum: Removed = { deleted: 0, refused: 0, remaining: 0, next: null };
  let most = 0;
  for (;;) {
    const answer = await oneCall(filter, sum.next ?? undefined);
    if (answer !== null) {
      const { deleted, refused, remaining, next } = answer;
      sum = { deleted: sum.deleted + deleted, refused: sum.refused + refused, remaining, next };
      if (next === null || !progress(sum)) return sum;
    }
    // a call that removed fewer than an earlier one was stopped by the rate
    const tried = answer === null ? -1 : answer.deleted + answer.refused;
    most = Math.max(most, tried);
    if (tried < most) await pause();
  }
}

/** Null: the rate is used up. */
async function oneCall(filter: string, after: string | undefined): Promise<Removed | null> {
  try {
    return await call("deleteMessages", { search: { filter, after } });
  } catch (error) {
    if (error instanceof CallError && error.status === TOO_MANY) return null;
    throw error;
  }
}

export const messagesText = (count: number): string =>
  count === 1 ? "1 message" : `${count.toLocaleString("en-US")} messages`;

/** What became of it, as a sentence. */
export function removalText({ deleted, refused, remaining }: Removed): string {
  const facts = [`${messagesText(deleted)} deleted.`];
  if (refused > 0) facts.push(`${messagesText(refused)} stay: only the broker writes them.`);
  if (remaining > 0) facts.push(`${messagesText(remaining)} remain.`);
  return facts.join(" ");
}
