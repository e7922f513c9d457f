import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { rangeOf, type ValueRange } from "./suggestions.ts";

const FRESH_MS = 60_000;

/** The range of a value over the last day; without an answer, that of its last value. */
export async function recentRange(
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
