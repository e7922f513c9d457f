import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { setWords } from "../../../../broker/contract/control-words.ts";
import { plainSentence } from "../../../../broker/contract/plain-sentence.ts";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import { devicesQuery } from "../../api/queries.ts";
import { isolated } from "../../lib/words.ts";
import { numberText } from "../values.ts";
import { EventBadge } from "./event-badge.tsx";
import { type EventDeviceName, type Folded, sinceText } from "./fold-equal.ts";

export function EventDevice({ event }: { event: Folded<EventDeviceName> }) {
  const { devices } = event;
  if (devices === undefined) return <OneDevice {...event} />;
  return (
    <details className="min-w-0">
      <summary className="touch min-h-8 cursor-pointer rounded-sm py-1 font-medium">
        {devices.length} devices
      </summary>
      <ul className="grid gap-1 py-1 pl-4">
        {devices.map((device) => (
          <li key={device.device_id}>
            <OneDevice {...device} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function OneDevice({ device_id, device_name }: EventDeviceName) {
  const there = useQuery(devicesQuery()).data?.some(({ id }) => id === device_id) ?? false;
  if (!there)
    return (
      <span dir="auto" className="font-medium wrap-anywhere">
        {device_name}
      </span>
    );
  return (
    <Link
      to="/dashboard/devices/$deviceId"
      params={{ deviceId: device_id }}
      dir="auto"
      className="font-medium underline decoration-edge underline-offset-2 wrap-anywhere hover:decoration-ink"
    >
      {device_name}
    </Link>
  );
}

/** Without controls no event has values. */
type SetValues = Partial<Pick<DeviceEvent, "set" | "state_kept" | "device_id">>;

export function EventWhat({
  event: { event_type, count, created_at, reason, remedy, since, set, state_kept, device_id },
}: {
  event: Folded<Pick<DeviceEvent, "event_type" | "count" | "created_at" | "reason" | "remedy"> & SetValues>;
}) {
  const { data: devices } = useQuery({ ...devicesQuery(), enabled: Boolean(set) });
  const controls = devices?.find(({ id }) => id === device_id)?.controls ?? [];
  const values = set ? setWords(set, controls, numberText) : undefined;
  const badge = <EventBadge type={event_type} count={count} values={values} stateKept={state_kept} />;
  const from = since && <span className="text-xs text-soft">since {sinceText(since, created_at)}</span>;
  const why = reason && (
    <p dir="auto" className="w-full max-w-96 text-xs whitespace-normal text-soft wrap-anywhere">
      {plainSentence(reason)} {remedy && plainSentence(remedy)}
    </p>
  );
  if (event_type !== "errored")
    return (
      <>
        {badge} {from} {why}
      </>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        to="/dashboard/mqtt/log"
        search={{ at: created_at }}
        title="Why: see the blocked attempts at that time"
        className="inline-flex rounded-sm underline decoration-stop/60 underline-offset-2 hover:decoration-stop"
      >
        {badge}
      </Link>
      {from}
      {why}
    </div>
  );
}

const ACTORS: Record<NonNullable<DeviceEvent["actor"]>, string> = {
  browser: "you on the page",
  api: "a program",
  device: "the device itself",
  timer: "its auto-off timer",
  disconnect: "its lost connection",
  schedule: "a schedule",
  watch: "a watch",
  guest: "a guest",
  notice: "an answer to a notice",
};

type Cause = Pick<DeviceEvent, "actor" | "schedule" | "watch"> &
  Partial<Pick<DeviceEvent, "guest" | "allowed_by">>;

/** Who switched, and in which browser a person allowed it. */
export function actorText({ allowed_by: browser, ...cause }: Cause): string {
  return browser === undefined ? senderText(cause) : `${senderText(cause)}, allowed in ${isolated(browser)}`;
}

function senderText({ actor, schedule, watch, guest }: Omit<Cause, "allowed_by">): string {
  if (watch && actor === "notice") return `an answer to watch “${isolated(watch.name)}”`;
  if (watch) return `watch “${isolated(watch.name)}”`;
  if (schedule) return `schedule “${isolated(schedule.name)}”`;
  if (guest) return `guest “${isolated(guest)}”`;
  return actor ? ACTORS[actor] : "";
}
