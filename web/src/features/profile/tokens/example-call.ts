/** The call that shows what a token is good for. Pure. */

import { OWN_CALLS } from "../../../../../worker/contract/calls.ts";
import { addressOf } from "../../../api/client.ts";
import { curl } from "../../../api/curl.ts";

type ShellCall = Parameters<typeof curl>[1];

const press = (id: string): ShellCall => ({
  address: addressOf(OWN_CALLS.switchDevice, { id }),
  body: { state: true },
});

/**
 * By the beginning of the scope, from what does something to what only reads. `parameter` is what follows it,
 * `device` a device of the account.
 */
const EXAMPLES: readonly [scope: string, call: (parameter: string, device: string) => ShellCall][] = [
  ["devices:switch:", press],
  ["devices:switch", (_, device) => press(device)],
  ["values:read", (_, id) => ({ address: addressOf(OWN_CALLS.listDeviceValues, { id }) })],
  ["devices:read", () => ({ address: OWN_CALLS.listDevices.path })],
  ["events:read", () => ({ address: OWN_CALLS.listEvents.path })],
  ["setup:read", () => ({ address: OWN_CALLS.listChannels.path })],
  [
    "setup:write",
    () => ({ address: OWN_CALLS.createChannel.path, body: { name: "Porch", topic: "home/porch" } }),
  ],
];

/** `device`: the id of one; undefined where the account has none. Returns null where no call shows the scopes. */
export function exampleCall(
  { token, scopes }: { token: string; scopes: readonly string[] },
  device = "DEVICE_ID",
): string | null {
  for (const [start, call] of EXAMPLES) {
    const scope = scopes.find((each) => each.startsWith(start));
    if (scope !== undefined) return curl(token, call(scope.slice(start.length), device));
  }
  return null;
}
