/** Turns an error into a response. An unexpected error shows only its request id. */

import { ApiError, serverError, unavailable } from "../errors.ts";
import { SecretsUnavailable } from "../keys/keys.ts";
import { ThrottleMisconfigured, ThrottleUnavailable } from "../throttle/check.ts";

/** D1's texts for failures on its side; any other error is a bug of ours. */
const DATABASE_TROUBLE =
  /network connection lost|overloaded|timed out|timeout|storage caused object to be reset|internal error|database is locked/i;

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof SecretsUnavailable || error instanceof ThrottleUnavailable) return unavailable();
  if (error instanceof ThrottleMisconfigured) return unavailable();
  if (error instanceof Error && DATABASE_TROUBLE.test(error.message)) return unavailable();
  return serverError();
}

export function render(error: ApiError, requestId: string): Response {
  const body = error.status >= 500 ? { ...error.body, request_id: requestId } : error.body;
  return Response.json(body, { status: error.status, headers: error.headers });
}
