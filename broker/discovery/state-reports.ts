/** The topics on which an adopted device reports its state and its controls. */

import type { DiscoveredControl, DiscoveredSwitch, StateReport } from "../contract/discovered.ts";

/** An adopted device; `place` is the topic of its announcement. */
type Adopted = Pick<DiscoveredSwitch, "state" | "availability" | "controls" | "regularReport"> & {
  place?: string;
};

const isTasmota = (place: string): boolean => place.startsWith("tasmota/discovery/");

/** Tasmota's regular report stands beside its availability topic; null for another availability topic. */
function regularTopic({ regularReport, availability: [presence] }: Adopted): string | null {
  if (regularReport !== undefined) return regularReport;
  return presence?.topic.endsWith("LWT") ? presence.topic.replace(/LWT$/, "STATE") : null;
}

/**
 * Tasmota reports a relay on its own topic, or as a key of RESULT (SetOption4), and regularly as a key of STATE. The
 * first relay is POWER, or POWER1 with SetOption26, which is not in the announcement; see `relay.py` of hatasmota.
 */
function reportsOfTasmota(state: StateReport, regular: string | null): StateReport[] {
  const [power, number] = /POWER(\d*)$/.exec(state.topic) ?? [];
  if (power === undefined) return [state];
  const results = state.topic.slice(0, -power.length);
  const keys = number === "" || number === "1" ? ["POWER", "POWER1"] : [power];
  const objects = [`${results}RESULT`, regular].filter((topic) => topic !== null);
  return [
    ...keys.map((key) => ({ ...state, topic: results + key })),
    ...objects.flatMap((topic) => keys.map((key) => ({ ...state, topic, path: [key] }))),
  ];
}

/** Where the device reports its state; of several reports in one message the first that it has counts. */
export function stateReports(device: Adopted): StateReport[] {
  const { place = "", state } = device;
  if (state === null) return [];
  return isTasmota(place) ? reportsOfTasmota(state, regularTopic(device)) : [state];
}

/**
 * The controls of a device once for each topic where it reports them. With SetOption4 Tasmota writes the command's name in
 * place of RESULT.
 */
export function controlReports(device: Adopted): DiscoveredControl[] {
  const { place = "", controls = [] } = device;
  return controls.flatMap((control) => {
    const { report } = control;
    if (report === null) return [];
    if (!isTasmota(place)) return [control];
    const [key = ""] = report.path;
    const names = new Set([key.toUpperCase(), key.toUpperCase().replace(/\d+$/, "")]);
    const commands = [...names].map((name) => report.topic.replace(/RESULT$/, name));
    const topics = [report.topic, ...commands, regularTopic(device)].filter((topic) => topic !== null);
    return topics.map((topic) => ({ ...control, report: { ...report, topic } }));
  });
}
