import { createFileRoute, redirect } from "@tanstack/react-router";
import { Palette } from "../features/palette/palette.tsx";
import { NAVIGATION } from "../features/shell/navigation.ts";
import { Shell } from "../features/shell/shell.tsx";
import { sessionLoaded } from "../session/session.ts";

/** Screens for those who are signed in. */
export const Route = createFileRoute("/dashboard")({
  beforeLoad: async () => {
    const { status } = await sessionLoaded();
    if (status !== "authenticated") throw redirect({ to: "/login", replace: true });
  },
  component: Dashboard,
});

const destinations = NAVIGATION.flatMap(({ entries }) => entries);

function Dashboard() {
  return <Shell palette={<Palette destinations={destinations} />} />;
}
