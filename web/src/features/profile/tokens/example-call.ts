/** The call that shows what a token is good for. Pure. */

import { OWN_CALLS } from "../../../../../worker/contract/calls.ts";
import { curl } from "../../../api/curl.ts";

type Example = readonly [name: keyof typeof OWN_CALLS, sent: Parameters<typeof curl>[2]];

const press = (id: string): Example => ["switchDevice", { id, body: { state: true } }];
/** A topic that the filter matches. */
const topicIn = (filter: string): string => filter.replace("#", "lamp/set").replaceAll("+", "lamp");

/**
 * By the beginning of the scope, from what does something to what only reads. `parameter` is what follows it,
 * `device` a device of the account.
 */
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

/** `device`: the id of one; undefined where the account has none. Returns null where no call fits. */
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
