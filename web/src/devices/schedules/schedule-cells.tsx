import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { Button } from "../../ui/button.tsx";
import { reportSwitch, type SwitchedDevice } from "../switch-device.ts";
import { commandWords, isNamedByWords, scheduleWords } from "./schedule-words.ts";
import type { AnySchedule } from "./schedules.ts";

/** The name of a schedule, and below it what it does. */
export function ScheduleName({
  schedule,
  id,
  children,
}: {
  schedule: AnySchedule;
  id: string;
  children?: ReactNode;
}) {
  const words = scheduleWords(schedule);
  const isNamed = !isNamedByWords(schedule);
  return (
    <div className="min-w-0 wrap-anywhere">
      <span id={id} dir="auto" className="font-medium">
        {isNamed ? schedule.name : words}
      </span>
      {isNamed && <p className="text-soft">{words}</p>}
      {children}
    </div>
  );
}

export type ScheduledDevice = SwitchedDevice & Partial<Pick<Device, "controls">>;

interface RunNowProps {
  schedule: AnySchedule;
  device: ScheduledDevice;
  namedBy: string;
}

/** An ordinary switch: its event names the browser, and the schedule has no run of it. */
export function RunNow({ schedule: { state, set }, device, namedBy }: RunNowProps) {
  const client = useQueryClient();
  const wanted = state ? "on" : "off";
  return (
    <Button
      size="sm"
      title={`Switches ${commandWords(state, set, device.controls)} now. Events show it as a switch, not as a run.`}
      namedBy={namedBy}
      onClick={() => void reportSwitch(client, device, wanted, set)}
    >
      Run now
    </Button>
  );
}
