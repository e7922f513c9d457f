import { z } from "zod";
import type { Reading } from "./fields.ts";

/** The channels of a credential or a device: ids, or objects with an `id`. Whose they are is checked with the database. */
export const channelIds = () =>
  z.preprocess(
    readIds,
    z.array(z.string("Must be a valid UUID."), {
      error: ({ input }) =>
        input === null
          ? "This field may not be null."
          : `Expected a list of items but got type "${pythonType(input)}".`,
    }),
  );

const readIds: Reading<readonly string[]> = (value: unknown) =>
  Array.isArray(value) ? value.map(idOf) : value;

const idOf = (item: unknown): unknown =>
  typeof item === "object" && item !== null && Object.hasOwn(item, "id")
    ? (item as { id: unknown }).id
    : item;

/** Django REST Framework names types as Python does. */
function pythonType(value: unknown): string {
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}
