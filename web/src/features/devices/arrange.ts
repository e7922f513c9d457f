/** Which devices the list shows, in which order and groups. Pure. */

import type { Device } from "../../../../worker/contract/devices.ts";
import type { ListSearch } from "../../lib/link-search.ts";
import { once } from "../../lib/once.ts";
import { hasEveryWord } from "../../lib/words.ts";

export const SORTS = ["room", "name", "state", "seen"] as const;
export type Sort = (typeof SORTS)[number];

/** By room, if the address names no known order. */
export const sortOf = ({ sort }: ListSearch): Sort => SORTS.find((name) => name === sort) ?? "room";

/** Numbers in names are compared as numbers: "Lamp 2" comes before "Lamp 10". */
const collator = once(() => new Intl.Collator("en", { numeric: true }));
const compare = (a: string, b: string): number => collator().compare(a, b);

type Order = (a: Device, b: Device) => number;

const byName: Order = (a, b) => compare(a.name, b.name) || compare(a.id, b.id);
/** Connected devices first, then the last seen one; never connected ones last. */
const seenAt = ({ connected, last_seen }: Device): number =>
  connected ? Number.POSITIVE_INFINITY : last_seen === null ? 0 : Date.parse(last_seen);

const ORDERS: Record<Sort, Order> = {
  room: (a, b) => Number(a.room === "") - Number(b.room === "") || compare(a.room, b.room),
  name: () => 0,
  state: (a, b) => Number(b.state) - Number(a.state),
  // Two infinities have no difference.
  seen: (a, b) => (seenAt(a) === seenAt(b) ? 0 : seenAt(b) - seenAt(a)),
};

export function arranged(devices: readonly Device[], search: ListSearch): Device[] {
  const order = ORDERS[sortOf(search)];
  return devices
    .filter(({ name, room, id }) => hasEveryWord(search.search ?? "", `${name} ${room} ${id}`))
    .sort((a, b) => order(a, b) || byName(a, b));
}

export const isGrouped = (devices: readonly Device[], search: ListSearch): boolean =>
  sortOf(search) === "room" && devices.some(({ room }) => room !== "");
