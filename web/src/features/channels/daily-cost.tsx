import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { apiKeysQuery } from "../../api/queries.ts";
import { durationText } from "../../devices/bands.ts";
import { randomId } from "../../lib/random.ts";
import { sizeText } from "../../lib/size-text.ts";
import { useNow } from "../../lib/use-now.ts";
import { brokerUrl } from "../../live/broker-url.ts";
import { useUser } from "../../session/session.ts";
import { CostMeter, isFilter, type MeterView } from "./cost-meter.ts";

/** Typed letters make filters of their own: counting begins when they rest. */
const TYPING_MS = 600;
/** A shorter time says nothing about a day. */
const ENOUGH_MS = 10_000;

/** In no filter. */
const LINE = "\0";

/** What a day of these topics would cost, by the messages that arrive while it is shown. */
export function DailyCost({ filters }: { filters: readonly string[] }) {
  const keys = useQuery(apiKeysQuery());
  const apiKey = keys.data?.[0]?.key ?? null;
  const wanted = [...new Set(filters.filter(isFilter))];
  const view = useMeter(apiKey, wanted);
  const now = useNow();
  return (
    <section aria-labelledby="daily-cost" className="rounded-md bg-well p-3 text-sm">
      <h3 id="daily-cost" className="font-medium">
        What a day would cost
      </h3>
      {keys.isError ? (
        <Words>Your messages cannot be counted now: the API keys could not be loaded.</Words>
      ) : keys.isSuccess && apiKey === null ? (
        <Words>Create an API key on Profile first: this page counts your messages with it.</Words>
      ) : wanted.length === 0 ? (
        <Words>Name topics to see it.</Words>
      ) : (
        <Measured view={view} now={now} />
      )}
    </section>
  );
}

const Words = ({ children }: { children: ReactNode }) => (
  // the height of the amounts, so that nothing below moves
  <p className="mt-1.5 min-h-20 text-soft">{children}</p>
);

function Measured({ view, now }: { view: MeterView | null; now: number }) {
  if (view === null || view.phase === "off" || view.phase === "connecting")
    return <Words>Counting your messages...</Words>;
  if (view.phase === "refused") return <Words>The broker refuses these topics. Choose others.</Words>;
  if (view.phase === "lost") return <Words>Not connected to your broker. Counting starts again soon.</Words>;
  const { counter, begun } = view;
  const time = durationText(Math.max(1_000, now - begun));
  if (counter.messages === 0)
    return <Words>{`No message in ${time}. Leave this open until your devices have sent.`}</Words>;
  const heard = counter.messages === 1 ? "1 message" : `${count(counter.messages)} messages`;
  const daily = now - begun < ENOUGH_MS ? null : counter.daily(now);
  if (daily === null) return <Words>{`${heard} in ${time}. The amounts follow after ten seconds.`}</Words>;
  const rows: [label: string, amount: string][] = [
    ["Messages", about(daily.messages)],
    ["Stored", `about ${sizeText(rounded(daily.bytes))}`],
    ["Rows written", about(daily.rows)],
  ];
  return (
    <div className="min-h-20">
      <dl className="mt-1.5 grid gap-1">
        {rows.map(([label, amount]) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt>{label}</dt>
            <dd className="tabular-nums">{amount}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5 text-xs text-soft">
        {`Computed from ${heard} in ${time}, which this page has counted. More time makes it more exact.`}
      </p>
    </div>
  );
}

const count = (number: number): string => number.toLocaleString("en-US");
/** Two digits: a short time gives no more. */
const rounded = (number: number): number => Number(number.toPrecision(2));
const about = (number: number): string => `about ${count(Math.max(1, rounded(number)))}`;

/** Null until a meter stands. Its counts change without a new view: read them as time goes on. */
function useMeter(apiKey: string | null, filters: readonly string[]): MeterView | null {
  const { id: userId } = useUser();
  const [meter, setMeter] = useState<CostMeter | null>(null);
  useEffect(() => {
    if (apiKey === null) return;
    const made = new CostMeter({
      url: brokerUrl(userId, window.location),
      clientId: `history-${randomId()}`,
      username: "history",
      password: apiKey,
    });
    setMeter(made);
    return () => made.stop();
  }, [userId, apiKey]);
  const wanted = filters.join(LINE);
  useEffect(() => {
    if (meter === null) return;
    const timer = setTimeout(() => void meter.measure(wanted === "" ? [] : wanted.split(LINE)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [meter, wanted]);
  return meter?.view ?? null;
}
