import { createFileRoute } from "@tanstack/react-router";
import { ResetPasswordScreen } from "../features/auth/reset-password-screen.tsx";
import { tokenSearch } from "../lib/link-search.ts";

export const Route = createFileRoute("/reset-password")({
  validateSearch: tokenSearch,
  staticData: { title: "Reset password" },
  component: Reset,
});

function Reset() {
  return <ResetPasswordScreen token={Route.useSearch().token ?? null} />;
}
