import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "../../../../worker/contract/api.ts";
import { usageQuery } from "../../api/queries.ts";
import { classNames } from "../../lib/class-names.ts";
import { sizeText } from "../../lib/size-text.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";

const LABELS: Record<UsageName, string> = {
  devices: "Devices",
  channels: "Channels",
  credentials: "Credentials",
  events: "Device events",
  retained: "Retained messages",
  series: "Stored values",
  storage: "Storage",
};
const NAMES = Object.keys(LABELS) as UsageName[];

export function UsageCard() {
  const broker = useQuery(usageQuery());
  return (
    <Panel title="Usage">
      {/* the final height, so that nothing below moves */}
      {broker.isPending ? (
        <Amounts />
      ) : (
        <Loaded of={broker} failed="Failed to load what is used. Please try again.">
          {(info) => <Amounts {...info} />}
        </Loaded>
      )}
    </Panel>
  );
}

type Info = Pick<ResponseOf<"brokerInfo">, "limits" | "used">;

const Amounts = ({ limits, used }: Partial<Info>) => (
  <dl aria-busy={limits === undefined} className="grid gap-4 text-sm">
    {NAMES.map((name) => (
      <Amount key={name} name={name} used={used?.[name]} limit={limits?.[name]} />
    ))}
  </dl>
);

interface AmountProps {
  name: UsageName;
  used: number | undefined;
  limit: number | undefined;
}

function Amount({ name, used = 0, limit }: AmountProps) {
  const share = limit === undefined ? 0 : shareOf(used, limit);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1.5">
      <dt>{LABELS[name]}</dt>
      <dd className="text-soft tabular-nums">{limit === undefined ? "…" : amountText(name, used, limit)}</dd>
      {share !== null && (
        <dd aria-hidden="true" className="h-1.5 basis-full overflow-hidden rounded-full bg-well">
          <div
            className={classNames("h-full rounded-full", share >= 0.9 ? "bg-wait-lamp" : "bg-ink")}
            style={{ width: `${Math.max(share * 100, used > 0 ? 1 : 0)}%` }}
          />
        </dd>
      )}
    </div>
  );
}

type UsageName = keyof ResponseOf<"brokerInfo">["limits"];

const countText = (count: number): string => count.toLocaleString("en-US");

/** `3 of 10`; without a limit `3`. */
export function amountText(name: UsageName, used: number, limit: number): string {
  const text = name === "storage" ? sizeText : countText;
  return limit === 0 ? text(used) : `${text(used)} of ${text(limit)}`;
}

/** From 0 to 1; null without a limit. */
export const shareOf = (used: number, limit: number): number | null =>
  limit === 0 ? null : Math.min(1, used / limit);
