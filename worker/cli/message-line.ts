import { localTime } from "./moment.ts";
import type { HistoryRow } from "./replay.ts";

/** A message of the history on one line. */
export const messageLine = ({ at, topic, payload, encoding }: HistoryRow): string =>
  `${localTime(at)}  ${topic} ${encoding === "base64" ? `base64:${payload}` : payload}`;
