import { createFileRoute, redirect } from "@tanstack/react-router";
import { Shell } from "../features/shell/shell.tsx";
import { sessionLoaded } from "../session/session.ts";

/** Screens for those who are signed in. */
export const Route = createFileRoute("/dashboard")({
  beforeLoad: async () => {
    const { status } = await sessionLoaded();
    if (status !== "authenticated") throw redirect({ to: "/login", replace: true });
  },
  component: Shell,
});
