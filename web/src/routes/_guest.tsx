import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { sessionLoaded } from "../session/session.ts";

export const Route = createFileRoute("/_guest")({
  beforeLoad: async () => {
    const { status } = await sessionLoaded();
    if (status === "authenticated") throw redirect({ to: "/dashboard", replace: true });
  },
  component: Outlet,
});
