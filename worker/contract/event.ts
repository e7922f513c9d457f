import { z } from "zod";
import { moment, uuid } from "./fields.ts";

export const DeviceEvent = z.object({
  id: uuid(),
  device_id: uuid(),
  /** The name that the device has, or had when it was deleted. */
  device_name: z.string(),
  /** One of `DEVICE_EVENT_TYPES` of broker/contract/device-events.ts. */
  event_type: z.string(),
  created_at: moment(),
});
export type DeviceEvent = z.infer<typeof DeviceEvent>;
