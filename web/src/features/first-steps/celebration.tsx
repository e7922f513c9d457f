import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { celebrated } from "../../account/first-steps.ts";
import { devicesQuery } from "../../api/queries.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { useUser } from "../../session/session.ts";
import { part } from "../../ui/loading/part.tsx";
import { announce } from "../../ui/messages/announcer.tsx";
import { toast } from "../../ui/messages/toast.ts";

const TEXT = "Your first device took its first command.";

// Shown once for an account.
const CelebrationCard = part(() => import("./celebration-card.tsx"), { loading: null });

const isTaken = ({ taken }: Device): boolean => taken === true;

/** The device that is celebrated, until its screen is left or the card dismissed. */
const celebratedDevice = createStore<string | null>(null);
/** How many screens with a place for the card are shown; on others it is a toast. */
let places = 0;

/**
 * Once for an account, on any screen, when the first device takes its first command. Watches the cached lists of
 * devices; makes no calls.
 */
export function Celebration() {
  const { id: userId } = useUser();
  const { data: devices } = useQuery({ ...devicesQuery(), enabled: false });
  const waiting = useRef(false);
  useEffect(() => {
    if (!devices || celebrated.has(userId)) return;
    const first = devices.find(isTaken);
    if (!first) {
      waiting.current = true;
      return;
    }
    celebrated.add(userId);
    // If a device already took a command at the start, there is nothing to celebrate.
    if (!waiting.current) return;
    if (places === 0) return toast("success", TEXT);
    celebratedDevice.set(first.id);
    announce(TEXT);
  }, [devices, userId]);
  return null;
}

/** Where a screen shows the celebration. `links`: where one goes next, for a screen that has none. */
export function CelebrationPlace({ links = true }: { links?: boolean }) {
  const deviceId = useStore(celebratedDevice);
  const dismiss = () => celebratedDevice.set(null);
  useEffect(() => {
    places += 1;
    return () => {
      places -= 1;
      celebratedDevice.set(null);
    };
  }, []);
  if (deviceId === null) return null;
  return <CelebrationCard text={TEXT} deviceId={links ? deviceId : null} onDismiss={dismiss} />;
}
