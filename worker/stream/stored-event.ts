import * as z from "zod";
import type { StoredEvent } from "../../broker/contract/account.ts";
import { ACTORS } from "../../broker/contract/device-events.ts";
import { stored } from "../../broker/contract/json.ts";

/** Parses an event that the account's object sends to a stream. */
export const storedEvent = stored<StoredEvent>(
  z.object({
    id: z.string(),
    deviceId: z.string(),
    deviceName: z.string(),
    type: z.string(),
    actor: z.enum(ACTORS).nullable(),
    schedule: z.object({ id: z.string(), name: z.string() }).nullable(),
    count: z.number(),
    at: z.number(),
  }),
);
