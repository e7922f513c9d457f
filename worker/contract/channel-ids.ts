import { z } from "zod";

/** The channels of a credential or a device: ids, or objects with an `id`. Whose they are is checked with the database. */
export const channelIds = () =>
  z.preprocess(
    (value) =>
      Array.isArray(value)
        ? value.map((item: unknown) =>
            typeof item === "object" && item !== null && "id" in item ? item.id : item,
          )
        : value,
    z.array(z.string("Must be a valid UUID."), {
      error: (issue) => (issue.input === null ? "This field may not be null." : "Expected a list of items."),
    }),
  );
