import type { ReactNode } from "react";
import { clockText, preciseMomentText } from "../lib/time.ts";
import { Failed } from "./failed.tsx";
import { Loading } from "./spinner.tsx";
import { NO_ANSWER, whyFailed } from "./why-failed.ts";

/** What is to be known of something that is loaded, and loaded again; a query's result is one, an answer another. */
export interface Loadable<T> {
  data: T | undefined;
  /** Why the last try failed. */
  error?: unknown;
  isError: boolean;
  /** How many tries have failed so far. */
  errorUpdateCount: number;
  dataUpdatedAt: number;
  refetch(): Promise<unknown>;
}

/** It is not there, and what was tried has failed: also while it is being tried again. */
export const isMissing = ({ data, errorUpdateCount }: Pick<Loadable<unknown>, "data" | "errorUpdateCount">) =>
  data === undefined && errorUpdateCount > 0;

const failuresOf = (of: Loadable<unknown>): number => (isMissing(of) ? of.errorUpdateCount : 0);

/** Two that are shown together: there when both are, as old as the older one. */
export const both = <A, B>(a: Loadable<A>, b: Loadable<B>): Loadable<[A, B]> => ({
  data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
  error: a.error ?? b.error,
  isError: a.isError || b.isError,
  errorUpdateCount: failuresOf(a) + failuresOf(b),
  dataUpdatedAt: Math.min(a.dataUpdatedAt, b.dataUpdatedAt),
  refetch: () => Promise.all([a.refetch(), b.refetch()]),
});

interface LoadedProps<T> {
  of: Loadable<T>;
  /** Said while it is loaded for the first time. */
  loading?: string;
  /** Said when it cannot be loaded. Without it nothing is said of failures: it is on its way, or as it was. */
  failed?: string;
  /** Said of a list that has nothing in it. */
  empty?: string;
  children(data: T): ReactNode;
}

/**
 * Something that is loaded: on its way, not to be had, there and empty, or there. What was loaded once stays when a
 * later try fails, grey, and says from when it is.
 */
export function Loaded<T>({ of, loading, failed, empty, children }: LoadedProps<T>) {
  const { data } = of;
  if (failed !== undefined && isMissing(of))
    return (
      <Failed error={of.error} onRetry={of.refetch}>
        {failed}
      </Failed>
    );
  if (data === undefined) return <Loading>{loading}</Loading>;
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      {of.isError && <AsOf at={of.dataUpdatedAt} error={of.error} why={failed !== undefined} />}
      {/* Always there, so that what is in it stays as it is when the server goes or comes back. */}
      <div className={of.isError ? "grayscale" : "contents"}>
        {isEmpty ? <Empty>{empty}</Empty> : children(data)}
      </div>
    </>
  );
}

/** From when that is which is shown, once it cannot be had anew: the one way in which the page says so. */
function AsOf({ at, error, why }: { at: number; error: unknown; why: boolean }) {
  const iso = new Date(at).toISOString();
  const isToday = at >= new Date().setHours(0, 0, 0, 0);
  return (
    <p role="status" className="border-b border-hairline bg-wait-wash px-5 py-2 text-sm first:rounded-t-lg">
      {why && `${whyFailed(error) || NO_ANSWER} `}
      {why ? "This is as of " : "As of "}
      <time dateTime={iso}>{isToday ? clockText(at) : preciseMomentText(iso)}</time>
      {why && "."}
    </p>
  );
}

/** Says that there is nothing, where something would stand. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="px-5 py-10 text-center text-sm text-soft">{children}</p>;
}
