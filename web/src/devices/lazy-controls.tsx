import type { CSSProperties } from "react";
import type { Device } from "../../../worker/contract/devices.ts";
import { classNames } from "../lib/class-names.ts";
import { part } from "../ui/loading/part.tsx";
import { CONTROL_COLORS, proofOf } from "./delivery.ts";

// Most devices have none: then their code is not loaded.
const DeviceControls = part(() => import("./controls/device-controls.tsx"), { loading: null });

interface ControlsProps {
  device: Device;
  /** Whether the page's data is current. */
  known: boolean;
  /** In a row of a list: the first two, one line each. */
  compact?: boolean;
  className?: string;
}

/** Rows of a list that show controls. */
const IN_A_ROW = 2;

/** The values of a list's row, without those that its controls show. */
export const valuesBesideControls = ({ values, controls }: Device): Device["values"] =>
  values.filter(({ key }) => !controls.slice(0, IN_A_ROW).some((control) => control.key === key));

/** The controls of a device, loaded when it has some. */
export function Controls({ device, known, compact = false, className }: ControlsProps) {
  const { length } = device.controls;
  if (length === 0) return null;
  return (
    <div
      // The final height in a list, so that nothing below moves when the code arrives.
      style={{ "--rows": Math.min(length, IN_A_ROW) } as CSSProperties}
      className={classNames(
        "@container",
        CONTROL_COLORS[proofOf(device, known)],
        compact &&
          "min-h-[calc(var(--rows)*2.25rem-0.25rem)] pointer-coarse:min-h-[calc(var(--rows)*3rem-0.25rem)]",
        className,
      )}
    >
      <DeviceControls device={device} known={known} compact={compact} />
    </div>
  );
}
