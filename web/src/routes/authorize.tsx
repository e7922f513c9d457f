import { createFileRoute } from "@tanstack/react-router";
import "../lib/app-request.ts";
import { part } from "../ui/loading/part.tsx";

// rarely opened: no other page loads more because of it, and it guards itself
const AuthorizeScreen = part(() => import("../features/profile/apps/authorize-screen.tsx"));

export const Route = createFileRoute("/authorize")({
  component: () => <AuthorizeScreen />,
  staticData: { title: "Connect an app" },
});
