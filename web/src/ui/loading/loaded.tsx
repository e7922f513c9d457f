import { type ReactNode, useState } from "react";
import { clockText, preciseMomentText } from "../../lib/time.ts";
import { Button } from "../button.tsx";
import { Failed, NO_ANSWER, whyFailed } from "./failed.tsx";
import { Loading } from "./spinner.tsx";

/** The state of loaded data: a query's result or an `Answer`. */
export interface Loadable<T> {
  data: T | undefined;
  /** Why the last attempt failed. */
  error?: unknown;
  isError: boolean;
  /** The number of failed attempts. */
  errorUpdateCount: number;
  dataUpdatedAt: number;
  refetch(): Promise<unknown>;
}

/** True when there is no data and an attempt failed, also during the next attempt. */
export const isMissing = ({ data, errorUpdateCount }: Pick<Loadable<unknown>, "data" | "errorUpdateCount">) =>
  data === undefined && errorUpdateCount > 0;

const failuresOf = (of: Loadable<unknown>): number => (isMissing(of) ? of.errorUpdateCount : 0);

/** Combines two: present when both are, as old as the older one. */
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
  /** Shown during the first load. */
  loading?: string;
  /** Shown after a failure. Without it failures are not shown. */
  failed?: string;
  /** Shown for an empty list. */
  empty?: string;
  children(data: T): ReactNode;
}

/**
 * Shows loaded data, or its state: loading, failed, empty. When a later attempt fails, the old data stays, in grey,
 * with its time.
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
      {of.isError && <AsOf at={of.dataUpdatedAt} error={of.error} failed={failed} onRetry={of.refetch} />}
      {/* Always rendered, so that the state of the content survives failures. */}
      <div className={of.isError ? "grayscale" : "contents"}>
        {isEmpty ? <Empty>{empty}</Empty> : children(data)}
      </div>
    </>
  );
}

interface AsOfProps {
  at: number;
  error: unknown;
  failed: string | undefined;
  onRetry(): Promise<unknown>;
}

/** The time of data that could not be refetched; what failed and why, unless failures are not shown. */
function AsOf({ at, error, failed, onRetry }: AsOfProps) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  const iso = new Date(at).toISOString();
  const isToday = at >= new Date().setHours(0, 0, 0, 0);
  const isShown = failed !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-hairline bg-wait-wash px-5 py-2 text-sm first:rounded-t-lg">
      <p role="status" className="min-w-0 flex-auto">
        {isShown && `${failed} ${whyFailed(error) || NO_ANSWER} `}
        {isShown ? "This is as of " : "As of "}
        <time dateTime={iso}>{isToday ? clockText(at) : preciseMomentText(iso)}</time>
        {isShown && "."}
      </p>
      {isShown && (
        <Button size="sm" busy={busy} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Shown for an empty list. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="px-5 py-10 text-center text-sm text-soft">{children}</p>;
}
