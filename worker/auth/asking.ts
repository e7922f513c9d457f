/** Refuses callers about whom a device asks its owner what would switch it later. */

import { callerOfToken, rulingOf, type SwitchWay } from "../../broker/contract/asking.ts";
import { FIELDS_OF_ASKING } from "../db/device-fields.ts";
import type { DeviceRow } from "../db/devices.ts";
import { asksFirst } from "../errors.ts";
import type { Caller } from "./guard.ts";

/** `row` null: it was deleted meanwhile. */
export function refuseAsked(
  { token }: Pick<Caller, "token">,
  row: Pick<DeviceRow, "ask_first"> | null,
  way: SwitchWay,
): void {
  if (token === null || row === null) return;
  const { kind } = token;
  const caller = callerOfToken({
    ...(kind === "guest" && { guest: true }),
    ...(kind === "app" && { app: true }),
  });
  if (rulingOf(way, caller, FIELDS_OF_ASKING.read(row.ask_first)) !== "goes") throw asksFirst();
}
