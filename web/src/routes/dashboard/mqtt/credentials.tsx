import { createFileRoute } from "@tanstack/react-router";
import { CredentialsScreen } from "../../../features/credentials/credentials-screen.tsx";

export const Route = createFileRoute("/dashboard/mqtt/credentials")({
  component: CredentialsScreen,
  staticData: { title: "Credentials" },
});
