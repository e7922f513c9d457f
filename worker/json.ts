/** JSON at rest: a text is parsed to `unknown` and checked before anything relies on its shape. */

import { z } from "zod";

/** Throws where the text does not fit the schema. */
export const stored =
  <T>(schema: z.ZodType<T>) =>
  (text: string): T => {
    const value: unknown = JSON.parse(text);
    return schema.parse(value);
  };

export const storedNumbers = stored(z.array(z.number()));
export const storedTexts = stored(z.array(z.string()));
