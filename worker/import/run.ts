/**
 * Carries out a plan, one call after the other, and reports what became of each item. At the end it notes the import in
 * the security log.
 */

import { withIds } from "./match.ts";
import type { ImportPlan } from "./plan.ts";
import type { Ids, PlannedCall, PlannedItem } from "./planned.ts";
import type { CallAnswer, SendCall } from "./read-present.ts";

export interface ItemOutcome {
  item: PlannedItem;
  /** `same`: the account had all of its hours. */
  outcome: "done" | "same" | "failed";
  /** What was done or why not, as a sentence. */
  sentence: string;
  /** The answer of a call that was done. */
  json: unknown;
}

export interface ImportResult {
  outcomes: ItemOutcome[];
  /** Why the rest was not tried; null when all was. */
  stopped: string | null;
}

/** The API refuses one row by these; any other error ends the import, and it can be repeated. */
const OF_A_ROW = [400, 404, 409, 413];

export async function runImport(
  plan: ImportPlan,
  send: SendCall,
  onOutcome: (outcome: ItemOutcome) => void = () => {},
): Promise<ImportResult> {
  const result = await runItems(plan, send, onOutcome);
  await report(plan, result, send);
  return result;
}

/** Also of an import that stopped: what it made is there. The import does not fail with its report. */
async function report({ from }: ImportPlan, { outcomes }: ImportResult, send: SendCall): Promise<void> {
  const made = outcomes.filter(({ outcome }) => outcome === "done").length;
  const failed = outcomes.filter(({ outcome }) => outcome === "failed").length;
  if (made > 0) await send({ name: "reportImport", body: { from, made, failed } });
}

async function runItems(
  plan: ImportPlan,
  send: SendCall,
  onOutcome: (outcome: ItemOutcome) => void,
): Promise<ImportResult> {
  const ids: Ids = new Map(plan.ids);
  const outcomes: ItemOutcome[] = [];
  for (const item of plan.items) {
    if (item.call === null) continue;
    const answer = await send(inAccount(item.call, ids));
    if (!answer.isDone && !OF_A_ROW.includes(answer.status)) return { outcomes, stopped: answer.sentence };
    const outcome = outcomeOf(item, answer);
    if (answer.isDone && item.creates !== undefined) ids.set(item.creates, idIn(answer.json));
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return { outcomes, stopped: null };
}

/** The call with ids of the account. */
function inAccount(call: PlannedCall, ids: Ids): PlannedCall {
  const { id, body } = call;
  return {
    ...call,
    ...(id !== undefined && { id: ids.get(id) ?? id }),
    ...(body !== undefined && { body: withIds(body, ids) }),
  };
}

const idIn = (json: unknown): string => String((Object(json) as { id?: unknown }).id);

function outcomeOf(item: PlannedItem, answer: CallAnswer): ItemOutcome {
  if (!answer.isDone) {
    const sentence = `The ${item.what} could not be imported: ${answer.sentence}`;
    return { item, outcome: "failed", sentence, json: null };
  }
  const { json } = answer;
  if (item.action === "values") return { item, json, ...writtenHours(item, json) };
  const verb = item.action === "create" ? "Created" : "Changed";
  const note = item.note === undefined ? "" : ` ${item.note}`;
  return { item, json, outcome: "done", sentence: `${verb} the ${item.what}.${newId(item, json)}${note}` };
}

/** A device logs in by its id, so its program needs the new one. */
const newId = ({ call, creates }: PlannedItem, json: unknown): string =>
  call?.name === "createDevice" ? ` Its id was ${creates} and is ${idIn(json)}.` : "";

function writtenHours(
  { what, series = what }: PlannedItem,
  json: unknown,
): Pick<ItemOutcome, "outcome" | "sentence"> {
  const { written = 0, expired = 0 } = Object(json) as { written?: number; expired?: number };
  const old = expired > 0 ? ` ${hours(expired)} older than two years were left out.` : "";
  if (written === 0) return { outcome: "same", sentence: `The ${what}: all are there.${old}` };
  return { outcome: "done", sentence: `Added ${hours(written)} of the ${series}.${old}` };
}

const hours = (count: number): string => (count === 1 ? "one hour" : `${count} hours`);
