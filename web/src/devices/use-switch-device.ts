import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { SwitchState } from "../../../broker/contract/control.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import { call } from "../api/call.ts";
import { useStore } from "../lib/store.ts";
import { onStatus, onSwitched, statusHeard } from "../live/link.ts";
import { toast } from "../ui/messages/toast.ts";
import {
  begin,
  echoed,
  isConcluded,
  isOutstanding,
  lookedAgain,
  type SwitchDelivery,
  saidBeside,
} from "./delivery.ts";
import { switchDevice, switchFailure } from "./switch-device.ts";

/** Runs the task for each item, this many at once. A task must not throw. */
async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  // The workers share one iterator.
  const queue = items.values();
  const work = async () => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Calls that wait for devices at once; browsers open six connections to an HTTP/1.1 server. */
const AT_ONCE = 4;
/** How often to check whether a late command was taken. */
const LOOK_AGAIN_MS = 3_000;

export interface SwitchDevice {
  /** The delivery of the last switch of a device on this page. */
  deliveryOf(device: Device): SwitchDelivery | undefined;
  press(device: Device): void;
  turn(devices: readonly Device[], wanted: SwitchState): void;
}

/** `known`: whether the page's data is current. */
export function useSwitchDevice(known: boolean): SwitchDevice {
  const client = useQueryClient();
  const { deliveries, start, change } = useDeliveries();
  /** The latest press for each device. Results of earlier presses are ignored. */
  const presses = useRef(new Map<string, symbol>());

  const send = async (device: Device, wanted: SwitchState) => {
    const press = Symbol();
    presses.current.set(device.id, press);
    start(device.id, begin(wanted));
    const conclude = (delivery: SwitchDelivery | null) => {
      if (presses.current.get(device.id) !== press) return;
      change(device.id, () => delivery);
      // The device may have taken it while the answer was on its way.
      if (delivery && isOutstanding(delivery)) void look(device.id, change);
    };
    try {
      conclude(await switchDevice(client, device, wanted));
    } catch (error) {
      conclude(null);
      // Several failures at once show one message.
      toast("error", switchFailure(error), "switch");
    }
  };
  const isSending = ({ id }: Device) => deliveries.get(id)?.phase === "sending";

  return {
    deliveryOf: (device) => saidBeside(deliveries.get(device.id), device, known),
    press(device) {
      if (!isSending(device)) void send(device, device.state ? "off" : "on");
    },
    turn(devices, wanted) {
      const idle = devices.filter((device) => !isSending(device));
      // Those that wait for their turn are shown as sent, too.
      for (const { id } of idle) start(id, begin(wanted));
      void inTurns(idle, AT_ONCE, (device) => send(device, wanted));
    },
  };
}

type Change = (id: string, to: (delivery: SwitchDelivery) => SwitchDelivery | null) => void;
type Deliveries = ReadonlyMap<string, SwitchDelivery>;

function useDeliveries() {
  const [deliveries, setDeliveries] = useState<Deliveries>(new Map());
  const change = useCallback<Change>((id, to) => {
    setDeliveries((before) => {
      const delivery = before.get(id);
      const next = delivery && to(delivery);
      if (delivery === undefined || next === delivery) return before;
      const after = new Map(before);
      if (next) after.set(id, next);
      else after.delete(id);
      return after;
    });
  }, []);
  const start = (id: string, delivery: SwitchDelivery) =>
    setDeliveries((before) => new Map(before).set(id, delivery));

  useNews(deliveries, change);
  return { deliveries, start, change };
}

/** After a switch by any client: the line of our last switch may be outdated, or the device took it late. */
function useNews(deliveries: Deliveries, change: Change): void {
  const latest = useRef(deliveries);
  latest.current = deliveries;
  useEffect(() => {
    const again = (deviceId: string): boolean => {
      const delivery = latest.current.get(deviceId);
      if (!delivery || !isConcluded(delivery)) return false;
      void look(deviceId, change);
      return true;
    };
    const stops = [
      onSwitched(({ deviceId, state }) => {
        if (!again(deviceId)) change(deviceId, (now) => echoed(now, state));
      }),
      onStatus(({ deviceId }) => void again(deviceId)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [change]);
  const outstanding = [...deliveries].filter(([, delivery]) => isOutstanding(delivery)).map(([id]) => id);
  useLooks(useStore(statusHeard) ? "" : outstanding.join(" "), change);
}

function useLooks(ids: string, change: Change): void {
  useEffect(() => {
    if (ids === "") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") for (const id of ids.split(" ")) void look(id, change);
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [ids, change]);
}

async function look(id: string, change: Change): Promise<void> {
  // A failed check is ignored; the next one follows.
  const device = await call("readDevice", { id }).catch(() => null);
  if (device) change(id, (now) => lookedAgain(now, device.command));
}
