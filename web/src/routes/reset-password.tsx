import { createFileRoute } from "@tanstack/react-router";
import { ResetPasswordScreen } from "../features/auth/reset-password-screen.tsx";

export const Route = createFileRoute("/reset-password")({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token === undefined || token === "" ? {} : { token: String(token) },
  staticData: { title: "Reset password" },
  component: Reset,
});

function Reset() {
  return <ResetPasswordScreen token={Route.useSearch().token ?? null} />;
}
