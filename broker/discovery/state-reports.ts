/** The topics on which an adopted device reports its state. */

import type { DiscoveredSwitch, StateReport } from "../contract/discovered.ts";

/** An adopted device; `place` is the topic of its announcement. */
type Adopted = Pick<DiscoveredSwitch, "state" | "availability"> & { place?: string };

/**
 * Tasmota reports a relay on its own topic, or as a key of RESULT (SetOption4), and regularly as a key of STATE. The
 * first relay is POWER, or POWER1 with SetOption26, which is not in the announcement; see `relay.py` of hatasmota.
 */
function reportsOfTasmota(state: StateReport, [presence]: DiscoveredSwitch["availability"]): StateReport[] {
  const [power, number] = /POWER(\d*)$/.exec(state.topic) ?? [];
  if (power === undefined) return [state];
  const results = state.topic.slice(0, -power.length);
  const keys = number === "" || number === "1" ? ["POWER", "POWER1"] : [power];
  const objects = [`${results}RESULT`];
  if (presence?.topic.endsWith("LWT")) objects.push(presence.topic.replace(/LWT$/, "STATE"));
  return [
    ...keys.map((key) => ({ ...state, topic: results + key })),
    ...objects.flatMap((topic) => keys.map((key) => ({ ...state, topic, path: [key] }))),
  ];
}

/** Where the device reports its state; of several reports in one message the first that it has counts. */
export function stateReports({ place = "", state, availability }: Adopted): StateReport[] {
  if (state === null) return [];
  return place.startsWith("tasmota/discovery/") ? reportsOfTasmota(state, availability) : [state];
}
