import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { celebrated } from "../../account/form/first-steps.ts";
import { devicesQuery } from "../../api/queries.ts";
import { useUser } from "../../session/session.ts";
import { Fold } from "../../ui/apart/fold.tsx";

/**
 * Whether a device of the account has taken a command. A browser that was there knows at once; another one assumes it
 * until the list of devices arrives, so that the tiles below do not move for a person who comes back.
 */
function useSwitched(): boolean {
  const { id: userId } = useUser();
  const [isKnown] = useState(() => celebrated.has(userId));
  // Every screen of the dashboard loads this list.
  const { data: devices } = useQuery({ ...devicesQuery(), enabled: false });
  return isKnown || devices === undefined || devices.some(({ taken }) => taken === true);
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
  if (!isSwitched) return children;
  return (
    <Fold isLine title={titles.join(" · ")}>
      {children}
    </Fold>
  );
}
