import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import type { Notice, NoticeTarget, Watch } from "../../../../worker/contract/watches.ts";
import { call } from "../../api/call.ts";
import { targetsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { EditAndDelete } from "../../forms/dialogs/item-dialogs.tsx";
import { classNames } from "../../lib/class-names.ts";
import { momentText, timeOfDayText } from "../../lib/time.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/lamp.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { announce } from "../../ui/messages/announcer.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { type Column, CUT, FOLDED, Table, UNBROKEN } from "../../ui/table.tsx";
import { changedBody, draftOf } from "./body.ts";
import { watchSentence } from "./conditions.ts";
import { namesIn, targetText } from "./names.ts";
import { stateText } from "./state-text.ts";
import { useTargetNames } from "./targets/use-target-names.ts";
import { useDevices } from "./use-watches.ts";

const HOUR_MS = 3_600_000;
const MORNING = 8;

const inAnHour = (now: Date): Date => new Date(now.getTime() + HOUR_MS);

/** Tomorrow at 8:00, local time. */
export function tomorrowMorning(now: Date): Date {
  const at = new Date(now);
  at.setDate(at.getDate() + 1);
  at.setHours(MORNING, 0, 0, 0);
  return at;
}

/** A moment that has passed ends a snooze. */
const ENDED = new Date(0);

interface WatchesTableProps {
  watches: Watch[];
  notices: readonly Notice[];
  targets: readonly NoticeTarget[];
  withDevice: boolean;
  onNotices(watch: Watch): void;
  onEdit(watch: Watch): void;
  onDelete(watch: Watch): void;
}

export function WatchesTable(props: WatchesTableProps) {
  const { watches, notices, targets, withDevice, onNotices, onEdit, onDelete } = props;
  const prefix = useId();
  const nameId = ({ id }: Watch) => `${prefix}-${id}`;
  const columns: Column<Watch>[] = [
    {
      title: "Watch",
      place: "lead",
      cell: (watch) => <Named id={nameId(watch)} watch={watch} withDevice={withDevice} />,
    },
    { title: "State", place: "second", cell: (watch) => <WatchState watch={watch} /> },
    {
      title: "Last notice",
      place: "folded",
      cell: (watch) => {
        const last = notices.find((notice) => notice.watch.id === watch.id);
        return last === undefined ? (
          <span className="text-soft">None yet</span>
        ) : (
          <Button
            size="sm"
            look="quiet"
            className="-mx-2.5 underline decoration-edge underline-offset-2"
            namedBy={nameId(watch)}
            onClick={() => onNotices(watch)}
          >
            {momentText(last.at)}
          </Button>
        );
      },
    },
    { title: "Sent to", place: "folded", cell: (watch) => <SentTo watch={watch} targets={targets} /> },
    {
      title: "Actions",
      place: "folded",
      className: "@4xl:text-right",
      cell: (watch) => (
        <div className="flex flex-wrap items-center justify-end gap-1 @4xl:flex-nowrap">
          <Actions watch={watch} namedBy={nameId(watch)} />
          <EditAndDelete
            namedBy={nameId(watch)}
            onEdit={() => onEdit(watch)}
            onDelete={() => onDelete(watch)}
          />
        </div>
      ),
    },
  ];
  return <Table label="Watches" columns={columns} rows={watches} rowKey={({ id }) => id} />;
}

function useNames({ when }: Watch) {
  return namesIn(useDevices(), when.device ?? "", when.key ?? "");
}

function Named({ watch, id, withDevice }: { watch: Watch; id: string; withDevice: boolean }) {
  const names = useNames(watch);
  const sentence = watchSentence(draftOf(watch, names, []), names);
  const { device } = watch.when;
  return (
    <div className="min-w-0 wrap-anywhere">
      <span id={id} dir="auto" className={classNames("block font-medium", CUT)}>
        {watch.name}
      </span>
      {sentence !== watch.name && <p className={classNames("text-soft", FOLDED)}>{sentence}</p>}
      {withDevice && device !== undefined && (
        <p className={FOLDED}>
          <Link
            to="/dashboard/devices/$deviceId"
            params={{ deviceId: device }}
            dir="auto"
            className="text-soft underline decoration-edge underline-offset-2 hover:text-ink"
          >
            {names.device}
          </Link>
        </p>
      )}
    </div>
  );
}

function WatchState({ watch }: { watch: Watch }) {
  const { tone, word, rest } = stateText(watch, useNames(watch), useNow());
  return (
    <div className={classNames("flex flex-wrap items-center gap-x-2 gap-y-1", UNBROKEN)}>
      <Badge tone={tone}>{word}</Badge>
      <span className={classNames("min-w-0 text-soft wrap-break-word", CUT)}>{rest}</span>
    </div>
  );
}

function SentTo({ watch, targets }: { watch: Watch; targets: readonly NoticeTarget[] }) {
  const names = useTargetNames();
  const sent = targets.filter(({ id }) => watch.targets.includes(id));
  if (sent.length === 0) return <span className="text-soft">Shown here only</span>;
  return (
    <ul className="grid gap-0.5 wrap-anywhere @4xl:min-w-36">
      {sent.map((target) => (
        <li key={target.id} dir="auto">
          {targetText(target, names)}
        </li>
      ))}
    </ul>
  );
}

function Actions({ watch, namedBy }: { watch: Watch; namedBy: string }) {
  const { snooze, turn } = useSetWatch(watch);
  return (
    <>
      {watch.enabled && <SnoozeMenu watch={watch} namedBy={namedBy} onSnooze={snooze} />}
      <Button size="sm" className="touch" namedBy={namedBy} onClick={turn}>
        {watch.enabled ? "Turn off" : "Turn on"}
      </Button>
    </>
  );
}

interface SnoozeMenuProps {
  watch: Watch;
  namedBy: string;
  onSnooze(until: Date): void;
}

function SnoozeMenu({ watch, namedBy, onSnooze }: SnoozeMenuProps) {
  return (
    <Menu
      from="left"
      trigger={
        <Button size="sm" className="touch" namedBy={namedBy}>
          Snooze
          <ChevronDown className="size-4 text-soft" aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={() => onSnooze(inAnHour(new Date()))}>For 1 hour</MenuItem>
      <MenuItem onSelect={() => onSnooze(tomorrowMorning(new Date()))}>
        Until tomorrow, {timeOfDayText("08:00")}
      </MenuItem>
      {watch.snoozed_until !== null && <MenuItem onSelect={() => onSnooze(ENDED)}>End the snooze</MenuItem>}
    </Menu>
  );
}

/** Changes a watch at one press; a failure is a toast. */
function useSetWatch(watch: Watch) {
  const client = useQueryClient();
  const { id } = watch;
  const change = async (make: () => Promise<unknown>, done: string) => {
    try {
      await make();
      announce(done);
    } catch {
      toast("error", "The watch could not be changed. Please try again.");
    }
    await client.invalidateQueries({ queryKey: queryKeys.watches });
  };
  const enabled = !watch.enabled;
  return {
    snooze: (until: Date) =>
      void change(
        () => call("snoozeWatch", { id, body: { until: until.toISOString() } }),
        until.getTime() > Date.now() ? "Watch snoozed." : "Snooze ended.",
      ),
    turn: () =>
      void change(
        async () => {
          const targets = await client.ensureQueryData(targetsQuery());
          await call("updateWatch", { id, body: changedBody(watch, { enabled }, targets) });
        },
        enabled ? "Watch turned on." : "Watch turned off.",
      ),
  };
}
