import { useId } from "react";
import type { DeviceControl } from "../../../../worker/contract/controls.ts";
import type { Device, DeviceDetail } from "../../../../worker/contract/devices.ts";
import { classNames } from "../../lib/class-names.ts";
import { useNow } from "../../lib/use-now.ts";
import { Lamp } from "../../ui/lamp.tsx";
import { BEFORE_CONNECT, CONTROL_COLORS } from "../delivery.ts";
import { DELIVERY_TONES } from "../device-state.tsx";
import { ControlInput } from "./control-input.tsx";
import {
  controlDeliveryText,
  controlName,
  controlValueText,
  differingValue,
  FROM_BEFORE,
  isFromBefore,
} from "./control-words.ts";
import { useControl } from "./use-control.ts";

interface DeviceControlsProps {
  device: Device | DeviceDetail;
  /** Whether the page's data is current. */
  known: boolean;
  /** In a row of a list: the first two, one line each. */
  compact?: boolean;
}

/** How often to compare the wanted value with the reported one. Milliseconds. */
const LOOK_EVERY_MS = 5_000;
/** As many as fit into a row. */
const IN_A_ROW = 2;

/** The controls of a device. Each has its own state: while one moves, the others and their rows are not rendered. */
export default function DeviceControls({ device, known, compact = false }: DeviceControlsProps) {
  const shown = compact ? device.controls.slice(0, IN_A_ROW) : device.controls;
  const Row = compact ? CompactRow : FullRow;
  return (
    <ul
      aria-label={`Controls of ${device.name}`}
      className={classNames(
        "grid min-w-0",
        compact ? "gap-1" : "grid-cols-1 gap-x-10",
        !compact && shown.length > 1 && "@3xl:grid-cols-2",
      )}
    >
      {shown.map((control) => (
        <Row key={`${control.key} ${control.kind}`} device={device} control={control} known={known} />
      ))}
    </ul>
  );
}

interface RowProps {
  device: Device | DeviceDetail;
  control: DeviceControl;
  known: boolean;
}

function FullRow({ device, control, known }: RowProps) {
  const { value, delivery, change } = useControl(device, control, known);
  const differing = differingValue(device, control, useNow(LOOK_EVERY_MS));
  const isOld = !delivery && isFromBefore(device, control);
  const statusId = useId();
  return (
    <li
      className={classNames(
        "grid items-start gap-x-4 pt-2.5 pb-1 sm:grid-cols-[7.5rem_minmax(0,1fr)]",
        isOld && CONTROL_COLORS["last known"],
      )}
    >
      <span
        dir="auto"
        title={control.key}
        className={classNames(
          "flex items-center text-sm font-medium wrap-anywhere max-sm:pb-1 sm:min-h-10 pointer-coarse:sm:min-h-11",
          // A button has its name on itself.
          control.kind === "button" && "max-sm:hidden",
        )}
      >
        {control.kind !== "button" && controlName(control)}
      </span>
      <div className="grid min-w-0 justify-items-start gap-1">
        <ControlInput control={control} value={value} describedBy={statusId} onChange={change} />
        {/* The line is there at first, so that nothing below moves when the control is used. */}
        <p id={statusId} role="status" className="flex min-h-4.5 items-center gap-1.5 text-xs text-soft">
          {delivery ? (
            <>
              <DeliveryLamp delivery={delivery} />
              <span className="min-w-0 text-ink">{controlDeliveryText(delivery)}</span>
            </>
          ) : differing !== null ? (
            <>
              <Lamp tone="wait" />
              <span className="min-w-0 wrap-anywhere">
                The device reports {controlValueText(control, differing)}
              </span>
            </>
          ) : (
            isOld && (
              <>
                <Lamp tone="idle" />
                <span title={BEFORE_CONNECT}>{FROM_BEFORE}</span>
              </>
            )
          )}
        </p>
      </div>
    </li>
  );
}

/** In a narrow column of a table a slider has a line of its own; in a very narrow one every input. */
const NARROW_NAME = "@max-[17rem]:col-span-2";
const VERY_NARROW_NAME = "@max-[10rem]:col-span-3";

function CompactRow({ device, control, known }: RowProps) {
  const { value, delivery, change } = useControl(device, control, known);
  const differing = differingValue(device, control, useNow(LOOK_EVERY_MS));
  const isOld = !delivery && isFromBefore(device, control);
  const statusId = useId();
  const doubt = isOld ? BEFORE_CONNECT : "";
  const reported = differing === null ? doubt : `The device reports ${controlValueText(control, differing)}`;
  const text = delivery ? controlDeliveryText(delivery) : reported;
  return (
    <li
      className={classNames(
        "grid min-w-0 grid-cols-[5rem_minmax(0,1fr)_auto_0.5rem] items-center gap-x-2 @max-[17rem]:grid-cols-[3.25rem_minmax(0,1fr)_auto_0.5rem]",
        isOld && CONTROL_COLORS["last known"],
      )}
    >
      <span
        dir="auto"
        title={control.key}
        className={classNames(
          "truncate text-xs text-soft",
          control.kind === "number" ? NARROW_NAME : VERY_NARROW_NAME,
        )}
      >
        {control.kind !== "button" && controlName(control)}
      </span>
      <div
        className={
          control.kind === "number"
            ? "contents"
            : "col-span-2 flex min-w-0 @max-[10rem]:col-span-3 @max-[10rem]:row-start-2"
        }
      >
        <ControlInput compact control={control} value={value} describedBy={statusId} onChange={change} />
      </div>
      {/* A lamp alone, so that a row keeps its height; its words are for screen readers and on hover. */}
      <span
        id={statusId}
        role="status"
        title={text}
        className={classNames("col-start-4 row-start-1 flex", text === "" && "invisible")}
      >
        {delivery ? (
          <DeliveryLamp delivery={delivery} />
        ) : (
          <Lamp tone={differing === null ? "idle" : "wait"} />
        )}
        <span className="sr-only">{text}</span>
      </span>
    </li>
  );
}

function DeliveryLamp({ delivery: { phase } }: { delivery: Parameters<typeof controlDeliveryText>[0] }) {
  return <Lamp tone={DELIVERY_TONES[phase]} blinking={phase === "sending" || phase === "accepted"} />;
}
