import { ChevronDown } from "lucide-react";
import type { Watch } from "../../../../worker/contract/watch.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { ENDED, inAnHour, tomorrowMorning } from "./snooze.ts";

interface SnoozeMenuProps {
  watch: Watch;
  describedBy: string;
  onSnooze(until: Date): void;
}

export function SnoozeMenu({ watch, describedBy, onSnooze }: SnoozeMenuProps) {
  return (
    <Menu
      from="left"
      trigger={
        <button
          type="button"
          className={buttonClass("secondary", "sm", "touch")}
          aria-describedby={describedBy}
        >
          Snooze
          <ChevronDown className="size-4 text-soft" aria-hidden="true" />
        </button>
      }
    >
      <MenuItem onSelect={() => onSnooze(inAnHour(new Date()))}>For 1 hour</MenuItem>
      <MenuItem onSelect={() => onSnooze(tomorrowMorning(new Date()))}>Until tomorrow, 8:00 AM</MenuItem>
      {watch.snoozed_until !== null && <MenuItem onSelect={() => onSnooze(ENDED)}>End the snooze</MenuItem>}
    </Menu>
  );
}
