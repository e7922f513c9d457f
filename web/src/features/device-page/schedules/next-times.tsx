import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/call.ts";
import { ApiError } from "../../../api/problem.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { type Draft, missingIn, plannedBy } from "./draft.ts";
import { plannedText, shiftText } from "./planned-text.ts";

/** While somebody types. Milliseconds. */
const REST = 250;

/** When it would be due, as the server reckons it: clocks and the sun are known in one place. */
export function NextTimes({ deviceId, draft }: { deviceId: string; draft: Draft }) {
  const body = useDebounced(JSON.stringify(plannedBy(draft)), REST);
  const missing = missingIn(draft);
  const asked = body === JSON.stringify(plannedBy(draft));
  const preview = useQuery({
    queryKey: ["schedule-preview", deviceId, body],
    queryFn: () => call("previewSchedule", { id: deviceId, body: JSON.parse(body) }),
    enabled: missing === null && asked,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return (
    <div aria-live="polite" className="min-h-25 rounded-md bg-well px-3 py-2 text-sm">
      {missing !== null ? (
        <p className="text-soft">{missing}</p>
      ) : preview.isError ? (
        <p className="text-wait">{whyNot(preview.error)}</p>
      ) : (
        <>
          <p className="text-soft">Next</p>
          {preview.data?.next.map((at) => {
            const shift = asked && !preview.isPlaceholderData ? shiftText(draft, at) : null;
            return (
              <p key={at}>
                <time dateTime={at}>{plannedText(at, draft.timeZone)}</time>
                {shift && <span className="text-soft"> ({shift})</span>}
              </p>
            );
          })}
        </>
      )}
    </div>
  );
}

/** The first mistake: the others are said when it is sent. */
function whyNot(error: Error): string {
  const [first] = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return first ?? "The next times are not known: the server does not answer.";
}
