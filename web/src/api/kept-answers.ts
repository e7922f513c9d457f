/**
 * Stores the last answers of lists in local storage, for a page that loads while the server is unreachable. They are
 * deleted with the session. Secrets (API keys, credentials) are never stored.
 */

import { hashKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { atMost } from "../lib/at-most.ts";
import { localStore } from "../lib/safe-storage.ts";
import { session } from "../session/session.ts";
import { ANSWERS_KEY } from "../session/stored-session.ts";
import { CallError } from "./problem.ts";
import { queryKeys } from "./query-keys.ts";

/** First parts of query keys. Other queries are not stored. */
const KEPT = new Set<unknown>(
  [
    queryKeys.devices,
    queryKeys.channels,
    queryKeys.events,
    queryKeys.eventDevices,
    queryKeys.eventCounts,
    queryKeys.lanes,
    queryKeys.watches,
    queryKeys.notices,
    queryKeys.refusals,
    queryKeys.clients,
    queryKeys.brokerInfo,
    queryKeys.connections(""),
    queryKeys.values({ device: "" }),
    queryKeys.schedulesAndRuns,
  ].map(([kind]) => kind),
);

/** Browsers allow about five million characters for an origin. The oldest answers are dropped first. */
const MAX_ANSWERS = 50;
const SAVE_MS = 2_000;
/** Increased when the page needs a field that older answers lack: they are then ignored. */
const FORMAT = 2;

interface Answer {
  /** The query key. */
  of: string;
  data: unknown;
  /** Time of the answer, in milliseconds since 1970. */
  at: number;
}

interface Kept {
  /** The id of the user. */
  user: string;
  format: number;
  answers: Answer[];
}

/** Stores answers from now on, and shows stored ones while the server does not respond. */
export function keepAnswers(client: QueryClient): void {
  const cache = client.getQueryCache();
  const saveNow = () => save(cache.getAll().filter(isKept));
  const saving = atMost(SAVE_MS, saveNow);
  // A page that is left does not wait for the timer.
  window.addEventListener("pagehide", saveNow);
  cache.subscribe((event) => {
    if (event.type !== "updated" || !isKept(event.query)) return;
    const { query, action } = event;
    if (action.type === "success" || action.type === "setState") saving.ask();
    if (action.type === "failed" || action.type === "error") showKept(query, action.error);
  });
}

const isKept = ({ queryKey: [kind] }: Query): boolean => KEPT.has(kind);

/** True when there was no response or a server error (5xx). A 4xx is an answer. */
export const isSilence = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

/** Sets the state as after a failed refetch: data, its time, and the error. Retries continue. */
function showKept(query: Query, error: Error): void {
  if (query.state.data !== undefined || !isSilence(error)) return;
  const answer = keptAnswers().find(({ of }) => of === query.queryHash);
  if (answer) query.setState({ data: answer.data, dataUpdatedAt: answer.at, status: "error", error });
}

/** Returns the length of a list in its last answer, to reserve its space; null if unknown. */
export function lengthBefore(list: QueryKey): number | null {
  const data = keptAnswers().find(({ of }) => of === hashKey(list))?.data;
  return Array.isArray(data) ? data.length : null;
}

const userId = (): string | null => {
  const now = session.get();
  return now.status === "authenticated" ? now.user.id : null;
};

function keptAnswers(): Answer[] {
  try {
    const { user, format, answers } = JSON.parse(localStore.read(ANSWERS_KEY) ?? "null") as Kept;
    return user === userId() && format === FORMAT ? answers : [];
  } catch {
    return [];
  }
}

function save(queries: Query[]): void {
  const user = userId();
  if (user === null) return;
  const known = queries.flatMap(({ queryHash: of, state: { data, dataUpdatedAt: at } }): Answer[] =>
    data === undefined ? [] : [{ of, data, at }],
  );
  const before = keptAnswers().filter(({ of }) => !known.some((answer) => answer.of === of));
  const answers = [...known, ...before].sort((a, b) => b.at - a.at).slice(0, MAX_ANSWERS);
  localStore.write(ANSWERS_KEY, JSON.stringify({ user, format: FORMAT, answers } satisfies Kept));
}
