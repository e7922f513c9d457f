import { createFileRoute } from "@tanstack/react-router";
import { UndoEmailScreen } from "../features/auth/email-link-screen.tsx";
import { tokenSearch } from "../lib/link-search.ts";

export const Route = createFileRoute("/undo-email")({
  validateSearch: tokenSearch,
  staticData: { title: "Undo email" },
  component: Open,
});

function Open() {
  return <UndoEmailScreen token={Route.useSearch().token ?? null} />;
}
