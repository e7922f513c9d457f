/** The channels that a device or a credential is given, and the device that a credential is. */

import { MESSAGES } from "../contract/messages.ts";
import type { ForeignDevice } from "../db/credentials.ts";
import { invalidField } from "../errors.ts";

/** Of a request body: each once, in the order given; null where the body leaves them out. */
export const chosen = (ids: readonly string[] | undefined): string[] | null =>
  ids === undefined ? null : [...new Set(ids.map((id) => id.toLowerCase()))];

/** The row that a write left behind; null when there is none, unless because a channel or a device is not the caller's. */
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
