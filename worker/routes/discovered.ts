/** Discovered devices: the list, and adopting one. */

import type { DiscoveredListItem } from "../../broker/contract/discovered.ts";
import { askAsVerified } from "../account/account.ts";
import { addRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { objectRoute } from "../api/by-object.ts";
import { route } from "../api/call.ts";
import { COMMAND_TTL, MAX_DEVICE_NAME } from "../contract/limits.ts";
import { insertFound } from "../db/devices.ts";
import { type Adopted, controlsColumn, foundColumn } from "../db/json-columns.ts";
import { invalidRequest, limitReached, notFound } from "../errors.ts";
import { deviceOf, foundOf } from "../present/device.ts";

export const listFound = objectRoute<"listFound", DiscoveredListItem[]>({
  act: (calls) => calls.devices.found(),
  show: (found) => found.map(foundOf),
});

export const adoptFound = route<"adoptFound">(async (call) => {
  const { env, caller, id } = call;
  const { MAX_FOUND_DEVICES: max, MAX_CONTROLS: mostControls } = limitsOf(env, caller.user);
  const listed = (await askAsVerified(env, caller.user.id, (calls) => calls.devices.found())).find(
    (each) => each.id === id,
  );
  if (listed === undefined) throw notFound();
  const insert = insertFound(env.DB, caller.user.id, adopted(listed, call.now, mostControls), max);
  const { own, adopted: before } = await addRights(env, caller.user.id, insert);
  const [row] = own.results;
  // adopted by another call a moment ago
  if (row === undefined)
    throw before.results.length > 0 ? notFound() : limitReached("MAX_FOUND_DEVICES", max);
  // its retained messages describe its state
  return deviceOf(
    row,
    (await askAsVerified(env, caller.user.id, (calls) => calls.devices.presence(row.id))).sighting,
  );
});

/** `mostControls`: 0 for no limit. */
function adopted({ place, name, source, how }: DiscoveredListItem, now: number, mostControls: number) {
  if ("whyNot" in how) throw invalidRequest(how.whyNot);
  const controls = how.controls?.map(({ control }) => control).slice(0, mostControls || Infinity) ?? [];
  const found: Adopted = { place, source, ...how };
  return {
    id: crypto.randomUUID(),
    name: [...name].slice(0, MAX_DEVICE_NAME).join(""),
    now,
    command_ttl: COMMAND_TTL.default,
    found: foundColumn.write(found),
    controls: controls.length === 0 ? null : controlsColumn.write(controls),
  };
}
