/** The real broker with recorded calls. */

import { env } from "cloudflare:workers";
import type { AccountObject, CallsOfCaller } from "../../../../worker/account/object.ts";
import { apiWith, rows } from "./client.ts";

type Fault = "announceChange" | "applyRights" | "switchDevice" | null;

/** Calls that it received, each with the rights version of the database at that time. */
export function receivedBy(fault: Fault = null, times = Number.POSITIVE_INFINITY) {
  const log: string[] = [];
  let left = times;
  const record = async <T>(name: Exclude<Fault, null>, userId: string, act: () => Promise<T>): Promise<T> => {
    const [row] = await rows<{ rights_version: number }>(
      "SELECT rights_version FROM users WHERE id = ?1",
      userId,
    );
    log.push(`${name} at ${row?.rights_version}`);
    if (fault === name && left-- > 0) throw new Error("The object was reset.");
    return act();
  };
  const BROKER = {
    getByName(id: string) {
      const stub = env.BROKER.getByName(id);
      const observed: Partial<AccountObject> = {
        announceChange: () => record("announceChange", id, () => stub.announceChange()),
        applyRights: () => record("applyRights", id, () => stub.applyRights()),
        fetch: (...asked: Parameters<typeof stub.fetch>) => stub.fetch(...asked),
        asVerified: (bearer) => {
          const calls = (stub as unknown as AccountObject).asVerified(bearer);
          const devices: Pick<CallsOfCaller["devices"], "presence" | "switchDevice"> = {
            presence: (device) => calls.devices.presence(device),
            switchDevice: (device, state, how) =>
              record("switchDevice", id, () => calls.devices.switchDevice(device, state, how)),
          };
          return { devices, [Symbol.dispose]: () => calls[Symbol.dispose]() } as never;
        },
      };
      return new Proxy(stub, {
        get: (_, name) => Reflect.get(observed, name) ?? Reflect.get(stub, name),
      });
    },
  };
  return { log, BROKER, call: apiWith({ BROKER }) };
}
