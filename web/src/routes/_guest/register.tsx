import { createFileRoute } from "@tanstack/react-router";
import { RegisterScreen } from "../../features/auth/register-screen.tsx";
import { tokenSearch } from "../../lib/link-search.ts";

export const Route = createFileRoute("/_guest/register")({
  validateSearch: tokenSearch,
  staticData: { title: "Register" },
  component: Register,
});

function Register() {
  return <RegisterScreen invitation={Route.useSearch().token ?? null} />;
}
