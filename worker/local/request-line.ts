import { withoutSecrets } from "../contract/redact.ts";

interface Request {
  method: string;
  /** May have a query. */
  path: string;
  status: number;
  /** Milliseconds. */
  ms: number;
}

/** The line of a request to API, broker or development tools, and of each failure; null for others. */
export function requestLine({ method, path, status, ms }: Request): string | null {
  const isWorthPrinting =
    status >= 400 || (/^\/(v0|mqtt|mcp|dev)(\/|\?|$)/.test(path) && !/^\/v0\/health\/?$/.test(path));
  return isWorthPrinting ? `${method} ${withoutSecrets(path)} ${status} ${ms} ms` : null;
}

/** Runs of the jobs without a failure. */
export const QUIET_JOBS = /^\{.*"event":"jobs".*"failed":\[\]\}$/;
