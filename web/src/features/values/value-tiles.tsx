import { useState } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { afterPaint, useChosen } from "../../lib/press.ts";
import { Button } from "../../ui/button.tsx";
import { tilesOf } from "./chosen.ts";
import type { Pins } from "./use-pins.ts";
import { ValueTile } from "./value-tile.tsx";

interface ValueTilesProps {
  source: SeriesSource;
  list: readonly LastValue[];
  pins: Pins | null;
  /** The keys of values that controls on the same page show. */
  controlled?: readonly string[];
  /** The key of the value in the chart; null without a chart. */
  chosen: string | null;
  onChoose(key: string): void;
}

/** The last value of each key. The pinned ones come first, and a press shows what is left out. */
export function ValueTiles(props: ValueTilesProps) {
  const { source, list, pins, controlled = [], chosen: inChart, onChoose } = props;
  const [chosen, choose] = useChosen(inChart);
  const [all, setAll] = useState(false);
  const { shown, more } = tilesOf(list, { pinned: pins?.pinned ?? [], controlled, all });
  return (
    <div className="grid min-w-0 gap-2">
      <div className="grid empty:hidden grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-3 max-sm:gap-2 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
        {shown.map((lastValue) => (
          <ValueTile
            key={lastValue.key}
            source={source}
            lastValue={lastValue}
            chosen={lastValue.key === chosen}
            onChoose={() => {
              choose(lastValue.key);
              afterPaint(() => onChoose(lastValue.key));
            }}
            pinned={pins?.pinned.includes(lastValue.key)}
            onPin={() => pins?.press(lastValue.key)}
          />
        ))}
      </div>
      {(more > 0 || all) && (
        <Button
          size="sm"
          look="quiet"
          aria-expanded={all}
          className="justify-self-start"
          onClick={() => setAll(!all)}
        >
          {all ? "Fewer values" : moreText(more, shown.length === 0)}
        </Button>
      )}
    </div>
  );
}

/** "2 more values". Those of controls alone are no more than others. */
function moreText(count: number, isAlone: boolean): string {
  const values = count === 1 ? "value" : "values";
  return isAlone ? `${count} ${values} of its controls` : `${count} more ${values}`;
}
