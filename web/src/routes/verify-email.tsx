import { createFileRoute } from "@tanstack/react-router";
import { VerifyEmailScreen } from "../features/auth/email-link-screen.tsx";
import { tokenSearch } from "../lib/link-search.ts";

export const Route = createFileRoute("/verify-email")({
  validateSearch: tokenSearch,
  staticData: { title: "Confirm email" },
  component: Open,
});

function Open() {
  return <VerifyEmailScreen token={Route.useSearch().token ?? null} />;
}
