import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { valueText } from "../../devices/values.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { newDraft, watchSentence } from "./conditions.ts";
import type { WatchDraft } from "./draft.ts";
import { namesIn } from "./names.ts";

// Watches with sensible values to begin with. Pure.

interface ValueRange {
  min: number;
  max: number;
}

/** Binary fractions may miss a multiple of the step by less than this. */
const NOISE = 1e-9;

/** 1, 2 or 5 times a power of ten, at most `size`. */
function roundStep(size: number): number {
  const atMost = size * (1 + NOISE);
  const power = 10 ** Math.floor(Math.log10(atMost));
  return ([5, 2].find((factor) => factor * power <= atMost) ?? 1) * power;
}

/** Without the noise of binary fractions. */
const plain = (value: number): string => String(Number(value.toPrecision(12)));

/**
 * A threshold just outside the recent range, which clears at its edge. The distance is about a tenth of the range, so
 * that the usual noise neither raises nor clears it.
 */
export function suggestedLimits(
  side: "above" | "below",
  { min, max }: ValueRange,
): Pick<WatchDraft, "threshold" | "clear"> {
  const spread = max - min || Math.abs(max) || 10;
  const step = roundStep(spread / 10);
  const sign = side === "above" ? 1 : -1;
  const edge = sign * Math.ceil((sign * (side === "above" ? max : min)) / step - NOISE) * step;
  return { threshold: plain(edge + sign * step), clear: plain(edge) };
}

/** Smallest and largest of the points; the last value without points. */
export function rangeOf(points: readonly (readonly [unknown, number | null])[], last: number): ValueRange {
  const values = points.flatMap(([, value]) => value ?? []);
  return { min: Math.min(last, ...values), max: Math.max(last, ...values) };
}

export const presenceDraft = (deviceId: string): WatchDraft => newDraft({ kind: "lost_for", deviceId });
export const commandDraft = (deviceId: string): WatchDraft => newDraft({ kind: "not_taken_for", deviceId });
export const eventsDraft = (deviceId: string): WatchDraft =>
  newDraft({ kind: "events", deviceId, events: ["errored", "schedule_missed"] });
export const silenceDraft = (deviceId: string, key: string): WatchDraft =>
  newDraft({ kind: "silent_for", deviceId, key });
export const differenceDraft = (deviceId: string, key: string): WatchDraft =>
  newDraft({ kind: "differs_for", deviceId, key });
export const limitDraft = (
  kind: "above" | "below",
  { deviceId, key }: { deviceId: string; key: string },
  range: ValueRange,
): WatchDraft => newDraft({ kind, deviceId, key, ...suggestedLimits(kind, range) });

/** Without a limit: what a counter adds is not known from its last value. */
const increaseDraft = (deviceId: string, key: string): WatchDraft =>
  newDraft({ kind: "increase_above", deviceId, key });

const FRESH_MS = 60_000;

/** The range of a value over the last day; without an answer, that of its last value. */
async function recentRange(
  client: QueryClient,
  { deviceId, key, last }: { deviceId: string; key: string; last: number },
): Promise<ValueRange> {
  const series = await client
    .fetchQuery({
      queryKey: ["recent range", deviceId, key],
      queryFn: () => call("readDeviceSeries", { id: deviceId, search: { key } }),
      staleTime: FRESH_MS,
      retry: false,
    })
    .catch(() => null);
  return rangeOf(series?.points ?? [], last);
}

interface SuggestionsProps {
  devices: Device[];
  /** Without it the list has a choice of devices. */
  deviceId: string | undefined;
  onChoose(draft: WatchDraft): void;
}

export function Suggestions({ devices, deviceId: given, onChoose }: SuggestionsProps) {
  const [picked, setPicked] = useState(devices[0]?.id ?? "");
  const deviceId = given ?? picked;
  const device = devices.find(({ id }) => id === deviceId);
  // a pressed button has no value
  const controls = device?.controls.filter(({ kind }) => kind !== "button") ?? [];
  const drafts =
    deviceId === ""
      ? [eventsDraft("")]
      : [
          presenceDraft(deviceId),
          commandDraft(deviceId),
          eventsDraft(deviceId),
          ...controls.map(({ key }) => differenceDraft(deviceId, key)),
        ];
  return (
    <div className="grid grid-cols-1 gap-4">
      {given === undefined && (
        <SelectField
          label="Device"
          value={deviceId}
          options={[...devices.map(({ id, name }) => [id, name] as const), ["", "Any device"]]}
          onChange={setPicked}
        />
      )}
      <section aria-labelledby="tell-me-when" className="grid grid-cols-1 gap-2">
        <h3 id="tell-me-when" className="text-sm font-medium">
          Tell me when
        </h3>
        {drafts.map((draft) => (
          <Suggestion key={`${draft.kind} ${draft.key}`} onPress={() => onChoose(draft)}>
            {watchSentence(draft, namesIn(devices, deviceId, draft.key))}
          </Suggestion>
        ))}
      </section>
      {deviceId !== "" && <Values deviceId={deviceId} onChoose={onChoose} />}
    </div>
  );
}

const Suggestion = ({ onPress, children }: { onPress(): void; children: ReactNode }) => (
  <button
    type="button"
    dir="auto"
    className="touch min-h-11 rounded-md border border-hairline px-3 py-2 text-left text-sm wrap-anywhere hover:border-edge hover:bg-well"
    onClick={onPress}
  >
    {children}
  </button>
);

interface OfValueProps {
  deviceId: string;
  lastValue: LastValue;
  children(draft: WatchDraft): ReactNode;
}

/** A suggestion for one value: a limit above a number, or the silence of true and false. */
export function OfValue({ deviceId, lastValue, children }: OfValueProps) {
  const client = useQueryClient();
  const { key, value } = lastValue;
  const draft = useQuery({
    queryKey: ["suggested watch", deviceId, key],
    queryFn: async () =>
      typeof value === "number"
        ? limitDraft("above", { deviceId, key }, await recentRange(client, { deviceId, key, last: value }))
        : silenceDraft(deviceId, key),
    staleTime: FRESH_MS,
  });
  return (
    <Loaded of={draft} failed="The value could not be loaded.">
      {children}
    </Loaded>
  );
}

/** Values with a history: texts have none. */
function Values({ deviceId, onChoose }: { deviceId: string; onChoose(draft: WatchDraft): void }) {
  const values = useQuery({
    queryKey: queryKeys.values({ device: deviceId }),
    queryFn: () => call("listDeviceValues", { id: deviceId }),
  });
  const watched = values.data?.filter(({ value, average }) => typeof value !== "string" && !average) ?? [];
  if (watched.length === 0) return null;
  return (
    <ul aria-label="Values" className="divide-y divide-hairline rounded-md border border-hairline">
      {watched.map((value) => (
        <ValueRow key={value.key} deviceId={deviceId} lastValue={value} onChoose={onChoose} />
      ))}
    </ul>
  );
}

interface ValueRowProps {
  deviceId: string;
  lastValue: LastValue;
  onChoose(draft: WatchDraft): void;
}

function ValueRow({ deviceId, lastValue, onChoose }: ValueRowProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { key, name, value, unit } = lastValue;
  const limit = async (kind: "above" | "below", last: number) => {
    setBusy(true);
    const range = await recentRange(client, { deviceId, key, last });
    onChoose(limitDraft(kind, { deviceId, key }, range));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
        {name ?? key}
      </span>
      <span className="text-soft tabular-nums">{valueText(value, unit)}</span>
      <span className="ml-auto flex flex-wrap gap-1">
        {typeof value === "number" &&
          (["above", "below"] as const).map((kind) => (
            <Button
              key={kind}
              size="sm"
              className="touch"
              busy={busy}
              aria-label={`${name ?? key} is ${kind} a limit`}
              onClick={() => void limit(kind, value)}
            >
              {kind === "above" ? "Above" : "Below"}
            </Button>
          ))}
        {typeof value === "number" && (
          <Button
            size="sm"
            className="touch"
            aria-label={`${name ?? key} adds more than a limit`}
            onClick={() => onChoose(increaseDraft(deviceId, key))}
          >
            Adds
          </Button>
        )}
        <Button
          size="sm"
          className="touch"
          aria-label={`${name ?? key} is silent`}
          onClick={() => onChoose(silenceDraft(deviceId, key))}
        >
          Silent
        </Button>
      </span>
    </li>
  );
}
