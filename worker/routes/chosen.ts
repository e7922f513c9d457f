/** The channels that a device or a credential is given, and the device that a credential is. */

import { MESSAGES } from "../contract/messages.ts";
import { invalidField } from "../errors.ts";

/** Of a request body: each once, in the order given; null where the body leaves them out. */
export const chosen = (ids: readonly string[] | undefined): string[] | null =>
  ids === undefined ? null : [...new Set(ids.map((id) => id.toLowerCase()))];

/** The row that a write left behind; null when there is none, unless because a channel or a device is not the caller's. */
export function writtenRow<Row>(left: Left<Row>): Row | null {
  refuseForeign(left.foreign.results[0]);
  refuseForeign(left.foreignDevice?.results[0], "device");
  return left.own.results[0] ?? null;
}

interface Left<Row> {
  foreign: D1Result<{ id: string }>;
  foreignDevice?: D1Result<{ id: string }>;
  own: D1Result<Row>;
}

export function refuseForeign(row: { id: string } | undefined | null, field = "channels"): void {
  if (row) throw invalidField(field, MESSAGES.noSuchObject(row.id));
}
