import { useState } from "react";
import type { Coordinates } from "../../../../../broker/contract/schedule.ts";
import {
  DAY_NAMES,
  EVERY_DAY,
  shortDay,
  WEEK,
  WEEKDAYS,
  WEEKEND,
} from "../../../devices/schedules/schedule-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input } from "../../../ui/inputs/field.tsx";
import { SelectField } from "../../../ui/inputs/select.tsx";
import { TextField } from "../../../ui/inputs/text-field.tsx";
import { type DraftFieldsProps, isSun, isWeekly, RHYTHMS } from "./draft.ts";

export function TimingFields({ draft, errors, onChange }: DraftFieldsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
      <SelectField
        label="When"
        errors={errors.when}
        value={draft.rhythm}
        options={RHYTHMS}
        onChange={(chosen) => {
          const rhythm = RHYTHMS.find(([each]) => each === chosen)?.[0];
          if (rhythm) onChange({ rhythm });
        }}
      />
      <Moment draft={draft} errors={errors} onChange={onChange} />
      <SelectField
        label="Switch it"
        errors={errors.state}
        value={draft.on ? "on" : "off"}
        options={[
          ["off", "Off"],
          ["on", "On"],
        ]}
        onChange={(state) => onChange({ on: state === "on" })}
      />
      {isWeekly(draft) && <DayBoxes days={draft.days} onChange={(days) => onChange({ days })} />}
      {isSun(draft) && <PlaceFields draft={draft} errors={errors} onChange={onChange} />}
    </div>
  );
}

function Moment({ draft, onChange }: DraftFieldsProps) {
  if (isSun(draft)) {
    return (
      <TextField
        label="Minutes after"
        inputMode="numeric"
        hint="Before it: -30"
        value={draft.minutes}
        onChange={(minutes) => onChange({ minutes })}
      />
    );
  }
  if (draft.rhythm === "cron") {
    return (
      <TextField
        code
        label="Pattern"
        hint="Minute, hour, day of the month, month, day of the week"
        value={draft.cron}
        onChange={(cron) => onChange({ cron })}
      />
    );
  }
  return (
    <Field label="At">
      {(input) => (
        <Input
          {...input}
          type={draft.rhythm === "time" ? "time" : "datetime-local"}
          value={draft.rhythm === "time" ? draft.time : draft.moment}
          onChange={({ target: { value } }) =>
            onChange(draft.rhythm === "time" ? { time: value } : { moment: value })
          }
        />
      )}
    </Field>
  );
}

const PRESETS = [
  ["Every day", EVERY_DAY],
  ["Weekdays", WEEKDAYS],
  ["Weekend", WEEKEND],
] as const;

interface DayBoxesProps {
  days: readonly number[];
  onChange(days: readonly number[]): void;
}

const boxClass =
  "flex min-h-10 cursor-pointer items-center justify-center gap-1.5 rounded-md border border-hairline text-sm " +
  "hover:border-edge has-checked:border-edge has-checked:bg-well";

/** The seven days of the week, and buttons for the usual choices. */
function DayBoxes({ days, onChange }: DayBoxesProps) {
  const turned = (day: number) =>
    EVERY_DAY.filter((each) => (each === day ? !days.includes(day) : days.includes(each)));
  return (
    <fieldset className="grid min-w-0 gap-2 sm:col-span-3">
      <legend className="mb-1.5 text-sm font-medium">Days</legend>
      <div className="grid grid-cols-4 gap-1.5 sm:grid-cols-7">
        {WEEK.map((day) => (
          <label key={day} className={boxClass}>
            <input
              type="checkbox"
              aria-label={DAY_NAMES[day]}
              className="size-4.5 accent-(--go)"
              checked={days.includes(day)}
              onChange={() => onChange(turned(day))}
            />
            {shortDay(day)}
          </label>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {PRESETS.map(([text, preset]) => (
          <Button key={text} size="sm" onClick={() => onChange(preset)}>
            {text}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** The place of the sun: by one press, or typed in. */
function PlaceFields({ draft, errors, onChange }: DraftFieldsProps) {
  const [asking, setAsking] = useState(false);
  const [result, setResult] = useState("");
  const city = cityOf(draft.timeZone);
  const ask = async (from: () => Promise<Coordinates>) => {
    setAsking(true);
    setResult("");
    try {
      const { lat, lon } = await from();
      onChange({ lat: String(lat), lon: String(lon) });
      setResult("The place is filled in.");
    } catch (error) {
      setResult(error instanceof Error ? error.message : "");
    }
    setAsking(false);
  };
  return (
    <fieldset className="grid min-w-0 gap-3 sm:col-span-3 sm:grid-cols-2">
      <legend className="mb-1.5 text-sm font-medium">Place</legend>
      <div className="flex flex-wrap gap-1.5 sm:col-span-2">
        <Button size="sm" busy={asking} onClick={() => void ask(browsersPlace)}>
          Use this browser's place
        </Button>
        {city !== null && (
          <Button size="sm" onClick={() => void ask(() => citysPlace(draft.timeZone))}>
            Use {city}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-soft empty:hidden sm:col-span-2">
        {result}
      </p>
      <TextField
        label="Latitude"
        inputMode="decimal"
        value={draft.lat}
        errors={errors.place}
        hint="North of the equator, such as 52.5"
        onChange={(lat) => onChange({ lat })}
      />
      <TextField
        label="Longitude"
        inputMode="decimal"
        value={draft.lon}
        hint="East of Greenwich, such as 13.4"
        onChange={(lon) => onChange({ lon })}
      />
    </fieldset>
  );
}

// Where the sun rises and sets: from the browser, or from the city of a time zone.

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
