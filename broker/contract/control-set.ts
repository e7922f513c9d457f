/** The values of a command for a device's controls. */

import * as z from "zod";

export const ControlValue = z.union([z.number(), z.boolean(), z.string()]);
export type ControlValue = z.infer<typeof ControlValue>;
/** The values of a command, by key. */
export const ControlSet = z.record(z.string(), ControlValue);
export type ControlSet = z.infer<typeof ControlSet>;
