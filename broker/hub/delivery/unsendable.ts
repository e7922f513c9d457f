/** Messages that fit into no packet. */

import type { Log } from "../../log.ts";
import type { MeterReader } from "../sockets/meter-reader.ts";

/** Counts each of them; the first one of the object's life is logged. */
export function reportUnsendable(deps: { log: Log; meterReader: MeterReader }): (error: RangeError) => void {
  let isLogged = false;
  return (error) => {
    deps.meterReader.failed();
    if (!isLogged) deps.log.error("a message fits into no packet and is dropped", error);
    isLogged = true;
  };
}
