/** The channels of a device or credential in a request, and the device of a credential. */

import { MESSAGES } from "../contract/sentences.ts";
import type { ForeignDevice } from "../db/credentials.ts";
import { invalidField } from "../errors.ts";

/** Ids from a body: each once, in order; null when omitted. */
export const chosen = (ids: readonly string[] | undefined): string[] | null =>
  ids === undefined ? null : [...new Set(ids.map((id) => id.toLowerCase()))];

/** Returns the row that a write produced; null for none. Throws for a foreign channel or device. */
export function writtenRow<Row>(left: Left<Row>): Row | null {
  refuseForeign(left.foreign.results[0]);
  refuseDevice(left.foreignDevice?.results[0]);
  return left.own.results[0] ?? null;
}

interface Left<Row> {
  foreign: D1Result<{ id: string }>;
  foreignDevice?: D1Result<ForeignDevice>;
  own: D1Result<Row>;
}

export function refuseForeign(row: { id: string } | undefined | null): void {
  if (row) throw invalidField("channels", MESSAGES.noSuchObject(row.id));
}

function refuseDevice(row: ForeignDevice | undefined): void {
  if (row === undefined) return;
  throw invalidField("device", row.found === 1 ? MESSAGES.foundHasLogin : MESSAGES.noSuchObject(row.id));
}
