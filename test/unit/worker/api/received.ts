/** The real broker with recorded calls. */

import { env } from "cloudflare:workers";
import type { AccountObject } from "../../../../worker/account/account.ts";
import { apiWith, rows } from "./client.ts";

type Fault = "announceChange" | "applyRights" | "switchDevice" | null;

/** The object with some of its members replaced. */
const instead = <T extends object>(object: T, members: object): T =>
  new Proxy(object, {
    get: (_, name) => (Reflect.get(members, name) ?? Reflect.get(object, name)) as unknown,
  });

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
          const { devices } = calls;
          const switchDevice: typeof devices.switchDevice = (...how) =>
            record("switchDevice", id, () => devices.switchDevice(...how));
          return instead(calls, {
            devices: instead(devices, { switchDevice }),
            [Symbol.dispose]: () => calls[Symbol.dispose](),
          });
        },
      };
      return instead(stub, observed);
    },
  };
  return { log, BROKER, call: apiWith({ BROKER }) };
}
