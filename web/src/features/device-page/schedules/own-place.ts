/** Where the sun rises and sets: from the browser, or from the city of a time zone. */

import type { Coordinates } from "../../../../../broker/contract/schedule.ts";

const INSTEAD = "Type in the latitude and longitude instead.";
/** Code 1 of `GeolocationPositionError`: refused by the person, or by the browser for every page of this address. */
const REFUSED = 1;
const WAIT_MS = 20_000;

/** Degrees with one decimal are 11 km: the sun is at most a minute off, and the exact address is not stored. */
const rough = (degrees: number): number => Math.round(degrees * 10) / 10;

/** The browser asks the person. Rejects with a sentence that says what to do. */
export function browsersPlace(): Promise<Coordinates> {
  return new Promise((resolve, reject) => {
    if (!window.isSecureContext || !("geolocation" in navigator)) {
      reject(new Error(`Browsers know the place only on https pages. ${INSTEAD}`));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: rough(coords.latitude), lon: rough(coords.longitude) }),
      ({ code }) =>
        reject(
          new Error(
            code === REFUSED
              ? "The browser may not use your place. Allow the location beside the address of this page, and press again. Or choose another way."
              : `The browser does not find its place. ${INSTEAD}`,
          ),
        ),
      { timeout: WAIT_MS, maximumAge: 3_600_000 },
    );
  });
}

/** "Buenos Aires" of `America/Argentina/Buenos_Aires`; null for zones without a city. */
export const cityOf = (timeZone: string): string | null =>
  /^(?!Etc\/)[A-Za-z_]+\/(?:.*\/)?([^/]+)$/.exec(timeZone.trim())?.[1]?.replaceAll("_", " ") ?? null;

/** Rejects with a sentence when the zone is unknown, or the table cannot be loaded. */
export async function citysPlace(timeZone: string): Promise<Coordinates> {
  const places = await import("./zone-places.ts").catch(() => null);
  if (places === null) throw new Error("The table of cities could not be loaded. Please try again.");
  const place = places.placeOfZone(timeZone.trim());
  if (place === null) throw new Error(`The place of this time zone is not known. ${INSTEAD}`);
  return place;
}
