/** Deletes after ten seconds, in which nothing is deleted and a person may change their mind. */

import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { commitDeletions, type Deletion, deletions, withoutDeleted } from "../../api/deletions.ts";
import { announce } from "../../ui/messages/announcer.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { formProblem } from "../form-problem.ts";

const UNDO_MS = 10_000;

export interface LaterDeletion {
  ids: readonly string[];
  name: string;
  /** A sentence about a deletion that needs the open page, such as one of many calls. */
  ends?: string | null;
  make(): Promise<unknown>;
  /** Queries that lack the items meanwhile, and are refetched afterwards. */
  changes: readonly QueryKey[];
  /** The message when the failure has no text. */
  fallback: string;
}

export function deleteLater(
  client: QueryClient,
  { ids, name, ends = null, make, changes, fallback }: LaterDeletion,
): void {
  const earlier = changes.flatMap((queryKey) => client.getQueriesData({ queryKey }));
  const refetch = () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
  const end = () => {
    timer.hold(true);
    deletions.set(deletions.get().filter((each) => each !== deletion));
  };
  let committed: Promise<void> | null = null;
  const deletion: Deletion = {
    ids,
    name,
    ends,
    get isUnderway() {
      return committed !== null;
    },
    undo() {
      if (committed !== null) return;
      end();
      for (const [queryKey, data] of earlier) client.setQueryData(queryKey, shown(data));
      announce(`${name} stays.`);
      void refetch();
    },
    commit() {
      committed ??= commit();
      return committed;
    },
    hold: (isHeld) => timer.hold(isHeld),
  };
  const commit = async () => {
    timer.hold(true);
    // the bar goes, and the lists lack the items still
    deletions.set([...deletions.get()]);
    try {
      await make();
    } catch (error) {
      toast("error", formProblem(error, { fallback }).message);
    }
    end();
    await refetch();
  };
  const timer = countdown(() => void deletion.commit());
  deletions.set([...deletions.get(), deletion]);
  for (const [queryKey, data] of earlier) client.setQueryData(queryKey, shown(data));
  announce(`${name} will be deleted in ten seconds. Undo is at the end of the page.`);
  watchForClose();
}

/** A person who closes the page has pressed *Delete*: the call outlives it. */
function watchForClose(): void {
  window.addEventListener("pagehide", commitDeletions);
  window.addEventListener("beforeunload", askToStay);
}

/** A browser asks whether to leave a page that a deletion needs. */
function askToStay(event: BeforeUnloadEvent): void {
  if (deletions.get().some(({ ends }) => ends !== null)) event.preventDefault();
}

const isItem = (each: unknown): each is { id: string } =>
  typeof each === "object" && each !== null && "id" in each;

/** What a list shows while others are deleted; other answers as they are. */
const shown = (data: unknown): unknown =>
  Array.isArray(data) && data.every(isItem) ? withoutDeleted(data) : data;

/** Calls back when time is over; a hold begins it again. */
function countdown(over: () => void) {
  let timer = setTimeout(over, UNDO_MS);
  return {
    hold(isHeld: boolean): void {
      clearTimeout(timer);
      if (!isHeld) timer = setTimeout(over, UNDO_MS);
    },
  };
}
