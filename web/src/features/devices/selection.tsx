/** Several devices of the list, chosen to be switched, moved, shared or deleted together. */

import { type ReactNode, startTransition, useCallback, useMemo, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { deliveriesText } from "../../devices/delivery.ts";
import type { SwitchDevice } from "../../devices/use-switch-device.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { part } from "../../ui/loading/part.tsx";
import { DeleteDevices } from "./delete-devices.tsx";

export interface Selection {
  ids: ReadonlySet<string>;
  set(ids: readonly string[], selected: boolean): void;
}

interface UseSelection {
  /** Null while nothing can be selected. */
  selection: Selection | null;
  start(): void;
  stop(): void;
}

export function useSelection(): UseSelection {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const set = useCallback(
    (changed: readonly string[], selected: boolean) =>
      setIds((before) => {
        const kept = [...(before ?? [])].filter((id) => !changed.includes(id));
        return new Set(selected ? [...kept, ...changed] : kept);
      }),
    [],
  );
  const selection = useMemo(() => ids && { ids, set }, [ids, set]);
  // All rows get or lose a box: the page answers other presses meanwhile.
  const begin = (to: ReadonlySet<string> | null) => () => startTransition(() => setIds(to));
  return { selection, start: begin(new Set()), stop: begin(null) };
}

interface MarkProps {
  selection: Selection;
  /** The devices that it selects together. */
  of: readonly { id: string }[];
  name: string;
}

export function Mark({ selection, of, name }: MarkProps) {
  const selected = of.filter(({ id }) => selection.ids.has(id)).length;
  const isAll = of.length > 0 && selected === of.length;
  return (
    <span className="touch inline-flex size-6 items-center justify-center">
      <input
        type="checkbox"
        aria-label={name}
        className="size-4.5 accent-(--go)"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !isAll;
        }}
        onChange={() =>
          selection.set(
            of.map(({ id }) => id),
            !isAll,
          )
        }
      />
    </span>
  );
}

// Loaded on a press.
const RoomForm = part(() => import("./room-form.tsx"));

interface SelectionBarProps {
  selection: Selection;
  shown: readonly Device[];
  selected: readonly Device[];
  switching: SwitchDevice;
  share(devices: readonly Device[]): ReactNode;
}

/** What is done with several devices at once. Each row shows its own delivery, this bar their sum. */
export function SelectionBar({ selection, shown, selected, switching, share }: SelectionBarProps) {
  const [dialog, setDialog] = useState<"room" | "delete" | null>(null);
  const { length } = selected;
  const deliveries = selected.flatMap((device) => switching.deliveryOf(device) ?? []);
  const close = () => setDialog(null);
  const button = { className: "touch px-3!", disabled: length === 0 };
  return (
    <section
      aria-label="Selected devices"
      data-selection=""
      className="sticky bottom-0 z-10 max-sm:bottom-14 short:static flex flex-wrap items-center gap-x-2 gap-y-1 rounded-b-lg border-t border-hairline bg-panel py-2 pr-3 pl-3 text-sm shadow-lift"
    >
      <Mark selection={selection} of={shown} name="All devices in the list" />
      <p className="min-w-18 flex-1">
        {length} selected
        <span role="status" className="block text-xs text-soft empty:hidden">
          {deliveriesText(deliveries)}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {share(selected)}
        <Button {...button} aria-haspopup="dialog" onClick={() => setDialog("room")}>
          Room
        </Button>
        <Button {...button} aria-haspopup="dialog" onClick={() => setDialog("delete")}>
          Delete
        </Button>
        {(["on", "off"] as const).map((state) => (
          <Button key={state} {...button} onClick={() => switching.turn(selected, state)}>
            Turn {state}
          </Button>
        ))}
      </div>
      <Modal open={dialog === "room"} title={`Room of ${countText(length)}`} onClose={close}>
        <RoomForm devices={selected} onClose={close} />
      </Modal>
      <DeleteDevices of={dialog === "delete" ? selected : null} onClose={close} />
    </section>
  );
}

const countText = (count: number): string => (count === 1 ? "1 device" : `${count} devices`);
