/** Mistakes of devices: each is an `errored` event and a row of the account's log, at most once in ten seconds and device. */

import type { Mistake } from "../../contract/mistake.ts";
import type { Journal } from "../../events/journal.ts";
import type { StepRefusal } from "../../session/effect.ts";
import type { RefusalLog } from "../limits/refusal-log.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";

export interface DeviceErrorDependencies extends Pick<CommonDependencies, "connections"> {
  journal: Journal<TurnPlan>;
  refusals: RefusalLog;
}

/** A limit is logged as one, for every client. */
export type DeviceMistake = Mistake & { kind?: "limit" };

interface Concerned {
  /** Whose topic it is; null for a channel, where the sender counts if it is a device. */
  deviceId: string | null;
  /** The sender's session; 0 for a caller over HTTP. */
  from: number;
}

export class DeviceErrors extends HubModule<DeviceErrorDependencies> {
  /** A message that was delivered, but cannot be read or stored. */
  note(plan: TurnPlan, topic: string, { deviceId, from }: Concerned, mistake: DeviceMistake): void {
    const { connections, journal, refusals } = this.deps;
    const sender = connections.holder(from);
    const client = sender?.planningClient;
    const device = deviceId ?? (client?.kind === "device" ? client.id : null);
    const { kind = "message", reason: words, remedy, key, byte } = mistake;
    const noted: StepRefusal = {
      kind,
      topic,
      words,
      ...(remedy !== null && { advice: remedy }),
      ...(key !== undefined && { key }),
      ...(byte !== undefined && { byte }),
    };
    if (device !== null) {
      journal.errored(plan, device, () => mistake);
      plan.fact(() => refusals.noteError(sender, { ...noted, deviceId: device }, plan.now));
    } else if (sender !== undefined && kind === "limit") {
      plan.fact(() => refusals.note(sender, sender.session, noted));
    }
  }

  /** A packet that the step refused. */
  refused(plan: TurnPlan, connection: Connection, why: StepRefusal): void {
    const client = connection.planningClient;
    if (client?.kind !== "device") return;
    const { journal, refusals } = this.deps;
    journal.errored(plan, client.id, () => refusals.mistakeOf(connection, why));
  }
}
