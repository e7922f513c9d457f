import { useState } from "react";
import type { Coordinates } from "../../../../../broker/contract/schedule.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { DraftFieldsProps } from "./draft.ts";
import { browsersPlace, cityOf, citysPlace } from "./own-place.ts";

/** The place of the sun: by one press, or typed in. */
export function PlaceFields({ draft, errors, onChange }: DraftFieldsProps) {
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
