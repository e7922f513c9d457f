/** The channels that a device or a credential is given. */

import { MESSAGES } from "../contract/messages.ts";
import { invalidField } from "../errors.ts";

/** Of a request body: each once, in the order given; null where the body leaves them out. */
export const chosen = (ids: readonly string[] | undefined): string[] | null =>
  ids === undefined ? null : [...new Set(ids.map((id) => id.toLowerCase()))];

/** The row that a write left behind; null when there is none, unless because a channel is not the caller's. */
export function writtenRow<Row>(left: { foreign: D1Result<{ id: string }>; own: D1Result<Row> }): Row | null {
  refuseForeign(left.foreign.results[0]);
  return left.own.results[0] ?? null;
}

export function refuseForeign(channel: { id: string } | undefined | null): void {
  if (channel) throw invalidField("channels", MESSAGES.noSuchChannel(channel.id));
}
