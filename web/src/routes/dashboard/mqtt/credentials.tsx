import { createFileRoute } from "@tanstack/react-router";
import { CredentialsScreen } from "../../../features/credentials/credentials-screen.tsx";
import { connectSearch } from "../../../lib/link-search.ts";

export const Route = createFileRoute("/dashboard/mqtt/credentials")({
  validateSearch: connectSearch,
  component: Credentials,
  staticData: { title: "Credentials" },
});

function Credentials() {
  const { connect = false } = Route.useSearch();
  return <CredentialsScreen connect={connect} />;
}
