import type { Device } from "../../../../worker/contract/device.ts";
import { deliveriesText } from "../../devices/delivery.ts";
import type { SwitchDevice } from "../../devices/use-switch-device.ts";
import { Button } from "../../ui/button.tsx";
import { Mark } from "./mark.tsx";
import type { Selection } from "./use-selection.ts";

interface SelectionBarProps {
  selection: Selection;
  shown: readonly Device[];
  selected: readonly Device[];
  switching: SwitchDevice;
}

/** Switches the selected devices. Each row shows its own delivery, this bar their sum. */
export function SelectionBar({ selection, shown, selected, switching }: SelectionBarProps) {
  const { length } = selected;
  const deliveries = selected.flatMap((device) => switching.deliveryOf(device) ?? []);
  return (
    <section
      aria-label="Selected devices"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-b-lg border-t border-hairline bg-panel py-2 pr-3 pl-3 text-sm shadow-lift"
    >
      <Mark selection={selection} of={shown} name="All devices in the list" />
      <p className="min-w-18 flex-1">
        {length} selected
        <span role="status" className="block text-xs text-soft empty:hidden">
          {deliveriesText(deliveries)}
        </span>
      </p>
      <div className="flex gap-2">
        {(["on", "off"] as const).map((state) => (
          <Button
            key={state}
            className="touch px-3!"
            disabled={length === 0}
            onClick={() => switching.turn(selected, state)}
          >
            Turn {state}
          </Button>
        ))}
      </div>
    </section>
  );
}
