/** The real broker, heard. */

import { env } from "cloudflare:workers";
import type { AccountBroker } from "../../../../broker/contract/account.ts";
import type { FoundListed } from "../../../../broker/contract/found.ts";
import type { SeriesAnswer } from "../../../../broker/contract/telemetry.ts";
import { apiWith, rows } from "./client.ts";

type Fault = "announceChange" | "applyRights" | "switchDevice" | null;

/** What it was told, with the rights version that the database had at that moment. */
export function heard(fault: Fault = null, times = Number.POSITIVE_INFINITY) {
  const log: string[] = [];
  let left = times;
  const told = async <T>(name: Exclude<Fault, null>, userId: string, act: () => Promise<T>): Promise<T> => {
    const [row] = await rows<{ rights_version: number }>(
      "SELECT rights_version FROM users WHERE id = ?1",
      userId,
    );
    log.push(`${name} at ${row?.rights_version}`);
    if (fault === name && left-- > 0) throw new Error("The object was reset.");
    return act();
  };
  const BROKER = {
    getByName(name: string) {
      const stub = env.BROKER.getByName(name);
      const heard: Partial<AccountBroker> = {
        announceChange: (id) => told("announceChange", id, () => stub.announceChange(id)),
        applyRights: (id) => told("applyRights", id, () => stub.applyRights(id)),
        switchDevice: (id, device, state) =>
          told("switchDevice", id, async () => stub.switchDevice(id, device, state)),
        presence: (...asked) => stub.presence(...asked),
        sightings: (id) => stub.sightings(id),
        events: (...asked) => stub.events(...asked),
        eventCounts: (...asked) => stub.eventCounts(...asked),
        usage: (id) => stub.usage(id),
        activity: (id) => stub.activity(id),
        lastUses: (id) => stub.lastUses(id),
        connections: (...asked) => stub.connections(...asked),
        lastValues: (...asked) => stub.lastValues(...asked),
        // tuples lose their shape on the way through an object's stub, as a type
        series: async (...asked) => (await stub.series(...asked)) as SeriesAnswer | null,
        runs: (...asked) => stub.runs(...asked),
        lastRuns: (...asked) => stub.lastRuns(...asked),
        clients: (id) => stub.clients(id),
        found: async (id) => (await stub.found(id)) as FoundListed[],
        refusals: (id) => stub.refusals(id),
        disconnectClient: (...asked) => stub.disconnectClient(...asked),
        probe: () => stub.probe(),
        erase: (id) => stub.erase(id),
      };
      return heard;
    },
  };
  return { log, BROKER, call: apiWith({ BROKER }) };
}
