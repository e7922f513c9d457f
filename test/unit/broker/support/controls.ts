/** Controls of lamps that several tests have. */
import type { Control } from "../../../../broker/contract/controls.ts";

/** In percent. */
export const BRIGHTNESS = {
  key: "brightness",
  kind: "number",
  min: 0,
  max: 100,
  step: 1,
  name: null,
  unit: null,
} as const satisfies Control;
