import { createFileRoute, redirect } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Celebration } from "../features/first-steps/celebration.tsx";
import { Palette } from "../features/palette/palette.tsx";
import { NAVIGATION } from "../features/shell/navigation.ts";
import { Shell } from "../features/shell/shell.tsx";
import { useLogout } from "../features/shell/use-logout.ts";
import { Bell } from "../features/watches/bell.tsx";
import { WaitingOrders } from "../features/watches/orders/waiting-orders.tsx";
import { sessionLoaded, useUser } from "../session/session.ts";
import { Loading } from "../ui/loading/spinner.tsx";

export const Route = createFileRoute("/dashboard")({
  beforeLoad: async () => {
    const { status } = await sessionLoaded();
    if (status !== "authenticated") throw redirect({ to: "/login", replace: true });
  },
  component: Dashboard,
});

const destinations = NAVIGATION.flatMap(({ entries }) => entries);

// rarely needed
const SuspendedScreen = lazy(() => import("../features/suspended/suspended-screen.tsx"));
const DeleteAccount = lazy(() => import("../features/profile/delete-account.tsx"));

function Dashboard() {
  const { suspended } = useUser();
  const { logout } = useLogout();
  if (suspended === null)
    return (
      <Shell
        palette={<Palette destinations={destinations} />}
        bell={<Bell />}
        bar={<WaitingOrders />}
        over={<Celebration />}
      />
    );
  return (
    <Suspense fallback={<Loading full />}>
      <SuspendedScreen leave={<DeleteAccount />} onLogout={() => void logout()} />
    </Suspense>
  );
}
