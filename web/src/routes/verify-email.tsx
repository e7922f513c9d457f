import { createFileRoute } from "@tanstack/react-router";
import { VerifyEmailScreen } from "../features/auth/verify-email-screen.tsx";

export const Route = createFileRoute("/verify-email")({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token === undefined || token === "" ? {} : { token: String(token) },
  staticData: { title: "Confirm your email" },
  component: Open,
});

function Open() {
  return <VerifyEmailScreen token={Route.useSearch().token ?? null} />;
}
