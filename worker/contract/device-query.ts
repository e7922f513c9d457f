/** The query of the list of devices. */

import * as z from "zod";

/** An invalid size is ignored, as in Django REST Framework. */
export const DeviceQuery = z.object({
  size: z
    .string()
    .transform((value) => (/^\d{1,9}$/.test(value) && Number(value) > 0 ? Number(value) : undefined))
    .optional(),
  /** `true`: only the pinned devices, of any number; without any, as without this. */
  pinned: z
    .string()
    .transform((value) => value === "true")
    .optional(),
});
