import { useEffect, useEffectEvent, useState } from "react";
import type { Board } from "./board.ts";
import type { BoardState } from "./board-state.ts";
import { FIRST_READING, nextHumidity, READING_SECONDS, type Reading, telemetryPayload } from "./sensors.ts";

/** The slider has come to rest. Milliseconds. */
const REST = 250;

/** The board's sensors: read every few seconds while it runs, and as soon as a hand has moved one. */
export function useSensors(board: Board, { phase, frozen }: BoardState) {
  const [reading, setReading] = useState<Reading>(FIRST_READING);
  const runs = phase === "connected" && !frozen;
  const { temperature } = reading;
  const read = useEffectEvent(() => {
    const next = { ...reading, humidity: nextHumidity(reading.humidity, Math.random()) };
    setReading(next);
    board.tell(telemetryPayload(next));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another temperature is told at once
  useEffect(() => {
    if (!runs) return;
    const rest = setTimeout(read, REST);
    const every = setInterval(read, READING_SECONDS * 1_000);
    return () => {
      clearTimeout(rest);
      clearInterval(every);
    };
  }, [runs, temperature]);
  return { reading, setTemperature: (value: number) => setReading({ ...reading, temperature: value }) };
}
