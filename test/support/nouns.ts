/**
 * One of each noun, for tests of functions that take it. A test states what matters to it; every other field has the
 * value that its schema implies, so a new field needs no change here.
 */

import type * as z from "zod";
import { Channel } from "../../worker/contract/channels.ts";
import { Credential } from "../../worker/contract/credentials.ts";
import { Device } from "../../worker/contract/devices.ts";
import { Guest } from "../../worker/contract/guests.ts";
import { Schedule } from "../../worker/contract/schedules.ts";
import { Token } from "../../worker/contract/tokens.ts";
import { NoticeTarget, Watch } from "../../worker/contract/watches.ts";

/** What a schema implies without data: null where it may be null, else empty, false, 0 or the first choice. */
function plain(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod as { def: z.core.$ZodTypes["_zod"]["def"] };
  switch (def.type) {
    case "nullable":
      return null;
    case "array":
      return [];
    case "boolean":
      return false;
    case "number":
      return 0;
    case "enum":
      return Object.values(def.entries)[0];
    case "object":
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, plain(field)]));
    case "union":
      return def.options[0] === undefined ? undefined : plain(def.options[0]);
    case "optional":
      return undefined;
    default:
      return "";
  }
}

const maker =
  <Schema extends z.ZodType<object>>(schema: Schema) =>
  (fields: Partial<z.infer<Schema>> = {}): z.infer<Schema> =>
    ({ ...(plain(schema) as object), ...fields }) as z.infer<Schema>;

export const aChannel = maker(Channel);
export const aDevice = maker(Device);
export const aCredential = maker(Credential);
export const aToken = maker(Token);
export const aGuest = maker(Guest);
export const aSchedule = maker(Schedule);
export const aWatch = maker(Watch);
export const aTarget = maker(NoticeTarget);
