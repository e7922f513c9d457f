/** The runtime's own data of time zones. */

import { expect, test } from "vitest";
import { lackedZones, listedZones } from "../../support/wrong-zones.ts";

test("the table of newer rules lists what workerd lacks: a row that workerd knows loses its word, or can go", () => {
  expect(lackedZones()).toEqual(listedZones("workerd"));
});
