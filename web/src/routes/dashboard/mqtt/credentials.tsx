import { createFileRoute } from "@tanstack/react-router";
import { CredentialsScreen } from "../../../features/credentials/credentials-screen.tsx";

export const Route = createFileRoute("/dashboard/mqtt/credentials")({
  // `connect` opens the dialog for whoever wants to connect something at once.
  validateSearch: ({ connect }: Record<string, unknown>): { connect?: true } =>
    connect === true ? { connect } : {},
  component: Credentials,
  staticData: { title: "Credentials" },
});

function Credentials() {
  const { connect = false } = Route.useSearch();
  return <CredentialsScreen connect={connect} />;
}
