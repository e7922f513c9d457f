import { createFileRoute, redirect } from "@tanstack/react-router";
import { AuthorizeScreen } from "../features/profile/apps/authorize-screen.tsx";
import { keepAppRequest } from "../lib/app-request.ts";
import { sessionLoaded } from "../session/session.ts";

export const Route = createFileRoute("/authorize")({
  beforeLoad: async () => {
    const { status } = await sessionLoaded();
    if (status === "authenticated") return;
    keepAppRequest();
    throw redirect({ to: "/login", replace: true });
  },
  component: AuthorizeScreen,
  staticData: { title: "Connect an app" },
});
