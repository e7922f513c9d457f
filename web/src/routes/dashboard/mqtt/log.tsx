import { createFileRoute } from "@tanstack/react-router";
import { RefusalsScreen } from "../../../features/refusals/refusals-screen.tsx";
import { textSearch } from "../../../lib/link-search.ts";

export const Route = createFileRoute("/dashboard/mqtt/log")({
  validateSearch: textSearch("at"),
  component: Refusals,
  staticData: { title: "Blocked attempts" },
});

function Refusals() {
  return <RefusalsScreen at={Route.useSearch().at} />;
}
