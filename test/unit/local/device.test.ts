import { expect, it } from "vitest";
import { nextTemperature } from "../../../worker/cli/simulated-device.ts";

it("measures a temperature near the room's, in tenths", () => {
  for (const chance of [0, 0.3, 0.5, 1]) {
    let temperature = 21;
    for (let reading = 0; reading < 200; reading++) {
      temperature = nextTemperature(temperature, chance);
      expect(temperature).toBeGreaterThan(17);
      expect(temperature).toBeLessThan(25);
      expect(Number(temperature.toFixed(1))).toBe(temperature);
    }
  }
});
