import { useQuery } from "@tanstack/react-query";
import { usageQuery } from "../../api/queries.ts";
import { classNames } from "../../lib/class-names.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { amountText, shareOf, type UsageName } from "./usage.ts";

const LABELS: Record<UsageName, string> = {
  devices: "Devices",
  channels: "Channels",
  events: "Device events",
  retained: "Retained messages",
  storage: "Storage",
};
const NAMES = Object.keys(LABELS) as UsageName[];

/** What the account has of what it may have. Old events make room by themselves; of all else there is an end. */
export function UsageCard() {
  const broker = useQuery(usageQuery());
  return (
    <Panel title="What is used">
      <Loaded of={broker} failed="Failed to load what is used. Please try again.">
        {({ limits, used }) => (
          <dl className="grid gap-4">
            {NAMES.map((name) => (
              <Amount key={name} name={name} used={used?.[name] ?? 0} limit={limits[name]} />
            ))}
          </dl>
        )}
      </Loaded>
    </Panel>
  );
}

function Amount({ name, used, limit }: { name: UsageName; used: number; limit: number }) {
  const share = shareOf(used, limit);
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <dt>{LABELS[name]}</dt>
        <dd className="text-soft tabular-nums">{amountText(name, used, limit)}</dd>
      </div>
      {share !== null && (
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-well">
          <div
            className={classNames("h-full rounded-full", share >= 0.9 ? "bg-wait-lamp" : "bg-ink")}
            style={{ width: `${Math.max(share * 100, used > 0 ? 1 : 0)}%` }}
          />
        </div>
      )}
    </div>
  );
}
