/** Removes the retained message of a topic, or all of a branch: in bounded calls, until the server has tried each topic. */

import type { ResponseOf } from "../../../../worker/contract/api.ts";
import { call } from "../../api/call.ts";
import { CallError } from "../../api/problem.ts";
import { branchFilter, isWithin } from "./tree.ts";

export interface Removal {
  topic: string;
  /** With all topics below it. */
  isBranch: boolean;
}

/** The id of a removal among the deletions that can be undone. */
export const removalId = ({ topic, isBranch }: Removal): string =>
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
/** A call that removed fewer was stopped by the rate. */
const WHOLE_CALL = 200;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** `progress` is called after each call that leaves something, and ends the removal by returning false. */
export async function remove(removal: Removal, progress: (sum: Removed) => boolean): Promise<Removed> {
  const filter = removal.isBranch ? branchFilter(removal.topic) : removal.topic;
  let sum: Removed = { deleted: 0, refused: 0, remaining: 0, next: null };
  for (;;) {
    const answer = await oneCall(filter, sum.next ?? undefined);
    if (answer !== null) {
      const { deleted, refused, remaining, next } = answer;
      sum = { deleted: sum.deleted + deleted, refused: sum.refused + refused, remaining, next };
      if (next === null || !progress(sum)) return sum;
    }
    if (answer === null || answer.deleted + answer.refused < WHOLE_CALL) await pause();
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
