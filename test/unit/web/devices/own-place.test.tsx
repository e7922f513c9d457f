/** The place of the sun: from the browser, or from the time zone's city. */

import { afterEach, expect, it, vi } from "vitest";
import {
  browsersPlace,
  cityOf,
  citysPlace,
} from "../../../../web/src/features/device-page/schedules/timing-fields.tsx";
import { placeOfZone } from "../../../../web/src/features/device-page/schedules/zone-places.ts";

afterEach(() => vi.unstubAllGlobals());

it("has a place for each time zone with a city, also by its older name", async () => {
  const zones = [...Intl.supportedValuesOf("timeZone"), "Asia/Kolkata", "Europe/Kyiv"];
  const cities = zones.filter((zone) => cityOf(zone) !== null);
  expect(cities.length).toBeGreaterThan(400);
  expect(cities.filter((zone) => placeOfZone(zone) === null)).toEqual([]);
  expect(await citysPlace("America/Argentina/Buenos_Aires")).toEqual({ lat: -34.6, lon: -58.4 });
  expect(["Europe/Berlin", "UTC", "Etc/GMT+5", "America/New_York"].map(cityOf)).toEqual([
    "Berlin",
    null,
    null,
    "New York",
  ]);
  await expect(citysPlace("Mars/Olympus")).rejects.toThrow("The place of this time zone is not known.");
});

const browser = (
  isSecureContext: boolean,
  answer: (done: PositionCallback, failed: PositionErrorCallback) => void,
) => {
  vi.stubGlobal("isSecureContext", isSecureContext);
  vi.stubGlobal("navigator", { geolocation: { getCurrentPosition: answer } });
};

it("asks the browser roughly, and says what to do when it refuses", async () => {
  browser(true, (done) => done({ coords: { latitude: 52.5163, longitude: 13.3777 } } as GeolocationPosition));
  expect(await browsersPlace()).toEqual({ lat: 52.5, lon: 13.4 });
  for (const [code, sentence] of [
    [1, /^The browser may not use your place\. Allow/],
    [3, /^The browser does not find its place\. Type in/],
  ] as const) {
    browser(true, (_done, failed) => failed({ code } as GeolocationPositionError));
    await expect(browsersPlace()).rejects.toThrow(sentence);
  }
  browser(false, () => {});
  await expect(browsersPlace()).rejects.toThrow(/https/);
});
