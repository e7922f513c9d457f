/** An example call that a token allows. Pure. */

import { OWN_CALLS } from "virtual:own-calls";
import type { OwnCallName } from "../../../../../worker/contract/api.ts";
import { curl } from "../../../api/curl.ts";

type Example = readonly [name: OwnCallName, sent: Parameters<typeof curl>[2]];

const press = (id: string): Example => ["switchDevice", { id, body: { state: true } }];
const topicIn = (filter: string): string => filter.replace("#", "lamp/set").replaceAll("+", "lamp");

/** By scope prefix, writing calls first. `parameter` follows the prefix; `device` is a device of the account. */
const EXAMPLES: readonly [scope: string, example: (parameter: string, device: string) => Example][] = [
  ["messages:publish:", (filter) => ["publishMessage", { topic: topicIn(filter), payload: "on" }]],
  ["devices:switch:", press],
  ["devices:switch", (_, device) => press(device)],
  ["values:read", (_, id) => ["listDeviceValues", { id }]],
  ["messages:read:", (filter) => ["listMessages", { search: { filter } }]],
  ["devices:read", () => ["listDevices", {}]],
  ["events:read", () => ["listEvents", {}]],
  ["setup:read", () => ["listChannels", {}]],
  ["setup:write", () => ["createChannel", { body: { name: "Porch", topic: "home/porch" } }]],
];

/** `device`: an id, or undefined without devices. Returns null if no call fits. */
export function exampleCall(
  { token, scopes }: { token: string; scopes: readonly string[] },
  device = "DEVICE_ID",
): string | null {
  for (const [start, example] of EXAMPLES) {
    const scope = scopes.find((each) => each.startsWith(start));
    if (scope === undefined) continue;
    const [name, sent] = example(scope.slice(start.length), device);
    return curl(token, OWN_CALLS[name], sent);
  }
  return null;
}
