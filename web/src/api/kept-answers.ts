/**
 * Stores the last answers of lists in local storage, for a page that loads while the server is unreachable. They are
 * deleted with the session. Secrets (API keys, credentials) are never stored.
 */

import { hashKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
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
    queryKeys.allValues,
    queryKeys.schedulesAndRuns,
  ].map(([kind]) => kind),
);

/** Browsers allow about five million characters for an origin. The oldest answers are dropped first. */
const MAX_ANSWERS = 50;

type Answer = Pick<Query["state"], "data" | "dataUpdatedAt">;
type Stored = { user: string; answers: [queryHash: string, Answer][] };

/** Stores answers from now on, and shows stored ones while the server does not respond. */
export function keepAnswers(client: QueryClient): void {
  const cache = client.getQueryCache();
  const saveNow = () => save(cache.getAll().filter(isKept));
  // Some phones discard a hidden page without the second event, and some browsers navigate without the first.
  window.addEventListener("visibilitychange", saveNow);
  window.addEventListener("pagehide", saveNow);
  cache.subscribe((event) => {
    if (event.type !== "updated" || !isKept(event.query)) return;
    const { query, action } = event;
    if (action.type !== "failed" && action.type !== "error") return;
    if (query.state.data !== undefined || !isSilence(action.error)) return;
    const answer = keptAnswers().get(query.queryHash);
    // The state as after a failed refetch: data, its time, and the error. Retries continue.
    if (answer) query.setState({ ...answer, status: "error", error: action.error });
  });
}

const isKept = ({ queryKey: [kind] }: Query): boolean => KEPT.has(kind);

/** True when there was no response or a server error (5xx). A 4xx is an answer. */
export const isSilence = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

/** Returns the last answer of a list, to reserve its space; null if unknown. */
export function listBefore<T>(list: QueryKey): T[] | null {
  const data = keptAnswers().get(hashKey(list))?.data;
  return Array.isArray(data) ? data : null;
}

/** Whose answers are stored. The number is increased when the page needs a field that older answers lack. */
function owner(): string | null {
  const now = session.get();
  return now.status === "authenticated" ? `${now.user.id} 5` : null;
}

function keptAnswers(): Map<string, Answer> {
  try {
    const { user, answers } = JSON.parse(localStore.read(ANSWERS_KEY) ?? "null") as Stored;
    return new Map(user === owner() ? answers : []);
  } catch {
    return new Map();
  }
}

function save(queries: Query[]): void {
  const user = owner();
  if (user === null) return;
  const kept = keptAnswers();
  for (const { queryHash, state } of queries) {
    const { data, dataUpdatedAt } = state;
    if (data !== undefined) kept.set(queryHash, { data, dataUpdatedAt });
  }
  const answers = [...kept].sort(([, a], [, b]) => b.dataUpdatedAt - a.dataUpdatedAt).slice(0, MAX_ANSWERS);
  localStore.write(ANSWERS_KEY, JSON.stringify({ user, answers } satisfies Stored));
}
