import { fetchAhead } from "../lib/fetch-ahead.ts";
import { part } from "./part.tsx";

/** A part that is shown on a press: its code is prefetched while idle. */
export const partOnPress: typeof part = (load, options) => {
  fetchAhead(load);
  return part(load, options);
};
