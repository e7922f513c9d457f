import type { ReactNode } from "react";
import { momentText } from "../lib/time.ts";
import { Failed } from "./failed.tsx";
import { Note } from "./note.tsx";
import { Loading } from "./spinner.tsx";

/** What is to be known of something that is loaded, and loaded again; a query's result is one. */
export interface Loadable<T> {
  data: T | undefined;
  /** The last try failed. */
  isError: boolean;
  /** How many tries have failed so far. */
  errorUpdateCount: number;
  dataUpdatedAt: number;
  refetch(): Promise<unknown>;
}

/** It is not there, and what was tried has failed: also while it is being tried again. */
export const isMissing = ({ data, errorUpdateCount }: Pick<Loadable<unknown>, "data" | "errorUpdateCount">) =>
  data === undefined && errorUpdateCount > 0;

interface LoadedProps<T> {
  of: Loadable<T>;
  /** Said while it is loaded for the first time. */
  loading?: string;
  /** Said when it cannot be loaded. */
  failed: string;
  children(data: T): ReactNode;
}

/**
 * Something that is loaded: on its way, there, or not to be had. What was loaded once stays when a later try fails,
 * and says from when it is.
 */
export function Loaded<T>({ of, loading, failed, children }: LoadedProps<T>) {
  if (isMissing(of)) return <Failed onRetry={of.refetch}>{failed}</Failed>;
  if (of.data === undefined) return <Loading>{loading}</Loading>;
  return (
    <>
      {of.isError && (
        <Note tone="wait" live className="m-3">
          The server does not answer. This is as it was at{" "}
          {momentText(new Date(of.dataUpdatedAt).toISOString())}.
        </Note>
      )}
      {children(of.data)}
    </>
  );
}
