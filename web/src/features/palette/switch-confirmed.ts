import type { SwitchState } from "../../../../broker/contract/control.ts";
import { onSwitched, publishSwitch } from "../../live/link.ts";

/** The broker sends every switch back to us; one that does not come back by then did not happen. */
const ECHO_MS = 5_000;

/** Switches a device, and resolves when the broker has sent the message back. */
export function switchConfirmed(deviceId: string, wanted: SwitchState): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      stop();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(new Error("The broker did not answer."))), ECHO_MS);
    const stop = onSwitched((switched) => {
      if (switched.deviceId === deviceId && switched.state === wanted) end(resolve);
    });
    publishSwitch(deviceId, wanted).catch((error: unknown) => end(() => reject(error)));
  });
}
