/**
 * What the lists last answered, for a page that is loaded while the server does not answer. It is kept by the browser for
 * the account that is signed in, and goes with its session. What opens a door (API keys, credentials) is never kept.
 */

import { hashKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { atMost } from "../lib/at-most.ts";
import { localStore } from "../lib/safe-storage.ts";
import { session } from "../session/session.ts";
import { ANSWERS_KEY } from "../session/stored-session.ts";
import { ApiError } from "./problem.ts";
import { queryKeys } from "./query-keys.ts";

/** The first words of their names. What is not named here is not kept. */
const KEPT = new Set<unknown>(
  [
    queryKeys.devices,
    queryKeys.channels,
    queryKeys.events,
    queryKeys.eventDevices,
    queryKeys.eventCounts,
    queryKeys.lanes,
    queryKeys.refusals,
    queryKeys.clients,
    queryKeys.brokerInfo,
    queryKeys.connections(""),
    queryKeys.values({ device: "" }),
    queryKeys.schedules(""),
  ].map(([kind]) => kind),
);

/** In characters; a browser gives an origin some five million. The oldest make room. */
const ROOM = 400_000;
const SAVE_MS = 2_000;

interface Answer {
  /** The name of the query. */
  of: string;
  data: unknown;
  /** When it was given, in milliseconds since 1970. */
  at: number;
}

interface Kept {
  /** Whose answers they are. */
  user: string;
  answers: Answer[];
}

/** Keeps what is answered from now on, and shows what was kept where the server does not answer at first. */
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

/** No answer, or none of its own making: a refusal is an answer. */
export const isSilence = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** As when a later try fails: it is there, and from when. The tries go on. */
function showKept(query: Query, error: Error): void {
  if (query.state.data !== undefined || !isSilence(error)) return;
  const answer = keptAnswers().find(({ of }) => of === query.queryHash);
  if (answer) query.setState({ data: answer.data, dataUpdatedAt: answer.at, status: "error", error });
}

/** How long a list was when it was last answered: so much room it will take again. Null when nobody knows. */
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
    const { user, answers } = JSON.parse(localStore.read(ANSWERS_KEY) ?? "null") as Kept;
    return user === userId() ? answers : [];
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
  const answers = whatFits([...known, ...before]);
  localStore.write(ANSWERS_KEY, JSON.stringify({ user, answers } satisfies Kept));
}

/** The newest, as many as there is room for. */
export function whatFits(answers: readonly Answer[], room = ROOM): Answer[] {
  let left = room;
  return answers
    .toSorted((a, b) => b.at - a.at)
    .filter((answer) => {
      const size = JSON.stringify(answer).length;
      if (size > left) return false;
      left -= size;
      return true;
    });
}
