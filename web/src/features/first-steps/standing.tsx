import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { celebrated } from "../../account/first-steps.ts";
import { devicesQuery } from "../../api/queries.ts";
import { useUser } from "../../session/session.ts";
import { part } from "../../ui/loading/part.tsx";

/** Its final height, so that nothing below moves. */
const ROOM = <div className="min-h-10.5" />;

// A new account has none.
const Fold = part(async () => ({ default: (await import("../../ui/layout/fold.tsx")).Fold }), {
  loading: ROOM,
});

/**
 * Whether a device of the account has taken a command. A browser that was there knows at once; in another one it is null
 * until the list of devices arrives.
 */
function useSwitched(): boolean | null {
  const { id: userId } = useUser();
  const [isKnown] = useState(() => celebrated.has(userId));
  // Every screen of the dashboard loads this list.
  const { data: devices } = useQuery({ ...devicesQuery(), enabled: false });
  return isKnown || (devices?.some(({ taken }) => taken === true) ?? null);
}

interface StandingProps {
  /** What is inside, in a few words each. */
  titles: readonly string[];
  children: ReactNode;
}

/** What is not urgent, above the devices: once a device has been switched, one line that unfolds. */
export function Standing({ titles, children }: StandingProps) {
  const isSwitched = useSwitched();
  if (titles.length === 0) return null;
  // As for a person who comes back: the tiles below are what they look for.
  if (isSwitched === null) return ROOM;
  if (!isSwitched) return children;
  return (
    <Fold isLine title={titles.join(" · ")}>
      {children}
    </Fold>
  );
}
