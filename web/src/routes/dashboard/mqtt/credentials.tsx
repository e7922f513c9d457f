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
  const navigate = Route.useNavigate();
  const leave = () => void navigate({ search: {}, replace: true, resetScroll: false });
  return <CredentialsScreen connect={connect} onConnected={leave} />;
}
