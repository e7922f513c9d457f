/** Who is asked about: the one rule of `ask_first`, for each way on which a device is switched. */

import { ASKED_CALLERS, type AskedCaller } from "./device-events.ts";

/** Callers that no device asks about: people, and what its owner set up for it. */
const FREE_CALLERS = ["session", "notice", "device", "credential", "api-key", "schedule", "timer"] as const;
const CALLERS = [...FREE_CALLERS, ...ASKED_CALLERS] as const;
export type SwitchCaller = (typeof CALLERS)[number];

export type Ruling = "goes" | "waits" | "refused";

interface WayRow {
  /** What becomes of the order of a caller that the device asks about. */
  asked: Exclude<Ruling, "goes">;
  /** The callers that come on this way. */
  callers: readonly SwitchCaller[];
}

const OVER_HTTP = ["session", "token"] as const;
/** An app calls tools only: they publish as over HTTP. */
const OVER_HTTP_OR_TOOL = [...OVER_HTTP, "app"] as const;
const OVER_MQTT = ["api-key", "credential", "device", "token"] as const;

/**
 * The ways on which a device is switched, or is going to be. Where the way has an answer that a person may delay, an
 * order waits. A message cannot wait: its publisher counts on its delivery. What would switch later is refused at once.
 */
export const WAYS = {
  "POST switch": { asked: "waits", callers: [...OVER_HTTP, "guest"] },
  "PUT device with another state": { asked: "waits", callers: OVER_HTTP },
  "/mcp switch_device": { asked: "waits", callers: ["token", "app"] },
  "POST message to the control topic": { asked: "waits", callers: OVER_HTTP_OR_TOOL },
  "POST message with reply": { asked: "refused", callers: OVER_HTTP_OR_TOOL },
  "POST message to another maker's command topic": { asked: "refused", callers: OVER_HTTP_OR_TOOL },
  "MQTT PUBLISH to the control topic": { asked: "refused", callers: OVER_MQTT },
  "MQTT PUBLISH to another maker's command topic": { asked: "refused", callers: OVER_MQTT },
  "MQTT will on the control topic": { asked: "refused", callers: OVER_MQTT },
  "target of a watch": { asked: "waits", callers: ["watch"] },
  "button of a notice": { asked: "waits", callers: ["notice"] },
  "run of a schedule": { asked: "waits", callers: ["schedule"] },
  "switched off after a time": { asked: "waits", callers: ["timer"] },
  "making a schedule": { asked: "refused", callers: OVER_HTTP },
  "making a watch that switches": { asked: "refused", callers: OVER_HTTP },
  "setting what switches it off": { asked: "refused", callers: OVER_HTTP },
  "taking a caller off ask_first": { asked: "refused", callers: OVER_HTTP },
  "deleting the device": { asked: "refused", callers: OVER_HTTP },
} as const satisfies Record<string, WayRow>;
export type SwitchWay = keyof typeof WAYS;

const isAskedCaller = (caller: SwitchCaller): caller is AskedCaller =>
  (ASKED_CALLERS as readonly SwitchCaller[]).includes(caller);

/** `askFirst` as the device has it. */
export const rulingOf = (way: SwitchWay, caller: SwitchCaller, askFirst: readonly AskedCaller[]): Ruling =>
  isAskedCaller(caller) && askFirst.includes(caller) ? WAYS[way].asked : "goes";

/** The caller that the holder of a token is. */
export const callerOfToken = ({ guest, app }: { guest?: true; app?: true }): "guest" | "app" | "token" =>
  guest ? "guest" : app ? "app" : "token";

/** An app may have to ask before each switch, whatever its device says. */
export const OF_EACH_APP: readonly AskedCaller[] = ["app"];

/** Whether the device asks first about this kind of caller. */
export type AsksOwner = (deviceId: string, caller: SwitchCaller) => boolean;
