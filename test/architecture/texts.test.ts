/** Each sentence that the product's description fixes stands in one place of the code. */

import { expect, it } from "vitest";
import { SENTENCES } from "../support/product-texts.ts";
import { sources } from "./sources.ts";

const product = sources.filter(
  ({ file }) => /^(web\/src|worker|broker)\//.test(file) && !file.endsWith(".gen.ts"),
);
/** A short text may also be part of another; it counts where it stands alone. */
const LONG = 25;
const saysIt = (said: string, text: string) => said === text || (text.length >= LONG && said.includes(text));

const placesOf = (text: string) =>
  product.flatMap(({ file, said }) => said.filter((each) => saysIt(each, text)).map(() => file));

it.each(SENTENCES)("%s", (text) => {
  const places = placesOf(text);
  expect(
    places,
    places.length === 0 ? "is written nowhere" : `is written in ${places.join(", ")}`,
  ).toHaveLength(1);
});
