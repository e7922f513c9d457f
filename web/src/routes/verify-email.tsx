import { createFileRoute } from "@tanstack/react-router";
import { VerifyEmailScreen } from "../features/auth/verify-email-screen.tsx";
import { tokenSearch } from "../lib/token-search.ts";

export const Route = createFileRoute("/verify-email")({
  validateSearch: tokenSearch,
  staticData: { title: "Confirm email" },
  component: Open,
});

function Open() {
  return <VerifyEmailScreen token={Route.useSearch().token ?? null} />;
}
