import type { DeviceControl } from "../../../../worker/contract/controls.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";

export const AT = "2026-11-27T12:00:00.000Z";

export const aControl = (fields: Partial<DeviceControl> = {}): DeviceControl => ({
  key: "b",
  kind: "number",
  name: null,
  unit: "%",
  min: 0,
  max: 100,
  step: 1,
  wanted: null,
  wanted_at: null,
  reported: null,
  reported_at: null,
  ...fields,
});

export const aValue = (fields: Partial<LastValue> = {}): LastValue => ({
  key: "t",
  name: null,
  unit: "°C",
  value: 20,
  at: AT,
  by_http: false,
  ...fields,
});
