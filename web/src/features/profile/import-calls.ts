/** The calls of an import, with the session of the page. */

import { OWN_CALLS } from "virtual:own-calls";
import type { PlannedCall } from "../../../../worker/import/planned.ts";
import type { SendCall } from "../../../../worker/import/read-present.ts";
import { addressOf, answerOf } from "../../api/client.ts";
import { CallError } from "../../api/problem.ts";
import { session } from "../../session/session.ts";
import { whyFailed } from "../../ui/page/failed.tsx";

/** The longest wait that the API may ask for. Milliseconds. */
const MAX_WAIT = 60_000;

export const sendCall: SendCall = async (call) => {
  for (;;) {
    try {
      return { isDone: true, json: await answerTo(call) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const waitMs = error.retryAt === null ? Number.POSITIVE_INFINITY : error.retryAt - Date.now();
      if (waitMs > MAX_WAIT) return { isDone: false, status: error.status, sentence: sentenceOf(error) };
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
};

async function answerTo({ name, id, scheduleId, query, body, csv }: PlannedCall): Promise<unknown> {
  const row = OWN_CALLS[name];
  const sent = {
    ...(id !== undefined && { id }),
    ...(scheduleId !== undefined && { scheduleId }),
    ...(query !== undefined && { search: query }),
    ...(body !== undefined && { body }),
  };
  const asked = csv === undefined ? undefined : sendCsv(row.method, addressOf(row, sent), csv);
  return (await answerOf(row, sent, asked)).data;
}

function sendCsv(method: string, url: string, csv: string): Promise<Response> {
  const now = session.get();
  const token = now.status === "authenticated" ? now.token : "";
  const headers = { Authorization: `Token ${token}`, "Content-Type": "text/csv" };
  return fetch(url, { method, headers, body: csv, signal: AbortSignal.timeout(MAX_WAIT) });
}

function sentenceOf(error: CallError): string {
  const fields = Object.entries(error.errors).map(([field, sentences]) =>
    field === "non_field_errors" ? sentences.join(" ") : `${field}: ${sentences.join(" ")}`,
  );
  return error.detail ?? (fields.join(" ") || whyFailed(error));
}
