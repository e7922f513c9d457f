import * as z from "zod";
import { list, type Reading } from "./fields.ts";

/** The channels of a credential or device: ids, or objects with an `id`. Ownership is checked in the database. */
export const channelIds = () => z.preprocess(readIds, list(z.string("Must be a valid UUID.")));

const readIds: Reading<readonly string[]> = (value: unknown) =>
  Array.isArray(value) ? value.map(idOf) : value;

const idOf = (item: unknown): unknown =>
  typeof item === "object" && item !== null && Object.hasOwn(item, "id")
    ? (item as { id: unknown }).id
    : item;
