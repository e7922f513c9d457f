/**
 * What the guide's Markdown (`web/guide`) may name in double braces; the build fails for another name. The page fills it
 * in, the build for `docs.md`.
 *
 * `{{name}}` is a value; `{{#name}}…{{/name}}` is shown if the value holds, `{{^name}}…{{/name}}` if not; `{{>name}}`,
 * alone in a paragraph, is a part of the page, such as the programs. Braces with spaces are text.
 */

import type { BrokerInfo } from "../../../../worker/contract/service.ts";

const QOS_LEVELS = ["0", "1 (so 0 and 1)", "2 (so 0, 1 and 2)"];

/** The text stands for a number until the broker has answered. */
export const count = (number: number | undefined): string => number?.toLocaleString("en-US") ?? "…";

/** A limit of 0 does not hold: it is no limit. */
export const holds = (value: unknown): boolean => Boolean(value) && value !== "0";

/** Values that the first sections name. `info`: the answer of `GET /v0/broker/`, once it is there. */
export const firstValues = (info: BrokerInfo | undefined, userId = "{userId}") => ({
  account: userId,
  highestQos: info && QOS_LEVELS[info.max_qos],
  retain: info?.retain === true,
  maxPacket: count(info?.max_packet_size),
});
