import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Settings } from "../../../../worker/contract/settings.ts";
import { settingsQuery } from "../../api/queries.ts";
import { sizeText } from "../../lib/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { Moment } from "../../ui/moment.tsx";

// Loaded on a press.
const HistoryForm = part(() => import("./history-form.tsx"));

/** The history of messages: which topics it keeps, what it has, and what it costs. */
export function HistoryPanel() {
  const settings = useQuery(settingsQuery());
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title="History"
      className="mt-5"
      aside={
        settings.data && (
          <Button onClick={() => setIsOpen(true)}>
            {settings.data.history.length === 0 ? "Keep Messages" : "Change History"}
          </Button>
        )
      }
    >
      <Loaded of={settings} failed="Failed to load the history's settings. Please try again.">
        {(now) => (
          <>
            {now.history.length === 0 ? <Off /> : <Kept settings={now} />}
            <Modal open={isOpen} title="History" onClose={() => setIsOpen(false)}>
              <HistoryForm settings={now} onClose={() => setIsOpen(false)} />
            </Modal>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const Off = () => (
  <p className="text-sm text-soft">
    Messages are not kept: later you see retained messages and stored values only. Choose topics whose
    messages stay for up to 30 days. You see what a day of them costs before you save.
  </p>
);

const count = (number: number): string => number.toLocaleString("en-US");
const amount = (messages: number, bytes: number): string =>
  `${count(messages)} ${messages === 1 ? "message" : "messages"}, ${sizeText(bytes)}`;

function Kept({ settings: { history, history_kept: kept } }: { settings: Settings }) {
  return (
    <div className="grid gap-4 text-sm">
      <ul className="grid gap-1.5">
        {history.map(({ filter, days }) => (
          <li key={filter} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <code className="min-w-0 wrap-anywhere">{filter}</code>
            <span className="text-soft">{days === 1 ? "1 day" : `${days} days`}</span>
          </li>
        ))}
      </ul>
      {kept && <Amounts {...kept} />}
      {kept && kept.missed_today > 0 && (
        <Note tone="wait">
          {count(kept.missed_today)} messages of today were not kept, because a limit is reached. Choose fewer
          topics, or publish less at QoS 1.
        </Note>
      )}
    </div>
  );
}

function Amounts(kept: NonNullable<Settings["history_kept"]>) {
  const rows: [label: string, amount: string][] = [
    ["Kept", amount(kept.messages, kept.bytes)],
    ["A day, as in the last hour", amount(24 * kept.hour_messages, 24 * kept.hour_bytes)],
    ["Rows written today", count(kept.rows_today)],
  ];
  return (
    <dl className="grid gap-1.5">
      {rows.map(([label, amount]) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt>{label}</dt>
          <dd className="text-soft tabular-nums">{amount}</dd>
        </div>
      ))}
      {kept.oldest_at !== null && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt>Oldest message</dt>
          <dd className="text-soft">
            <Moment at={kept.oldest_at} />
          </dd>
        </div>
      )}
    </dl>
  );
}
