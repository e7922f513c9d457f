import type { DeviceControl } from "../../../../worker/contract/controls.ts";

/** A control without values. */
export const aControl = (of: Partial<DeviceControl>): DeviceControl => ({
  key: "brightness",
  kind: "number",
  name: null,
  unit: null,
  wanted: null,
  wanted_at: null,
  reported: null,
  reported_at: null,
  ...(of.kind === "choice" || (of.kind ?? "number") !== "number" ? {} : { min: 0, max: 100, step: 1 }),
  ...of,
});
