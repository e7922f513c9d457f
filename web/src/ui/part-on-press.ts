import { fetchAhead } from "../lib/fetch-ahead.ts";
import { part } from "./part.tsx";

/** A part that stands once something is pressed: its code is fetched before that, when there is time. */
export const partOnPress: typeof part = (load, options) => {
  fetchAhead(load);
  return part(load, options);
};
