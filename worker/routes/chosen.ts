/** The channels of a device or credential in a request, and the device of a credential. */

import { MESSAGES } from "../contract/sentences.ts";
import type { ForeignDevice } from "../db/credentials.ts";
import { invalidField, noSuchEntry } from "../errors.ts";

/** Ids from a body: each once, in order; null when omitted. */
export const chosen = (ids: readonly string[] | undefined): string[] | null =>
  ids === undefined ? null : [...new Set(ids.map((id) => id.toLowerCase()))];

/** Returns the row that a write produced; null for none. Throws for a foreign channel or device. */
export function writtenRow<Row>(left: Left<Row>, body: ChosenIds): Row | null {
  refuseForeign(left.foreign.results[0], body);
  refuseDevice(left.foreignDevice?.results[0]);
  return left.own.results[0] ?? null;
}

/** As the body has them: an error names an entry by its index. */
interface ChosenIds {
  channels?: readonly string[] | undefined;
}

interface Left<Row> {
  foreign: D1Result<{ id: string }>;
  foreignDevice?: D1Result<ForeignDevice>;
  own: D1Result<Row>;
}

export function refuseForeign(row: { id: string } | undefined | null, { channels = [] }: ChosenIds): void {
  if (row) throw noSuchEntry("channels", channels, row.id);
}

function refuseDevice(row: ForeignDevice | undefined): void {
  if (row === undefined) return;
  throw invalidField("device", row.found === 1 ? MESSAGES.foundHasLogin : MESSAGES.noSuchObject(row.id));
}
