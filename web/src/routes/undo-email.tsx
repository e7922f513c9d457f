import { createFileRoute } from "@tanstack/react-router";
import { UndoEmailScreen } from "../features/auth/undo-email-screen.tsx";

export const Route = createFileRoute("/undo-email")({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token === undefined || token === "" ? {} : { token: String(token) },
  staticData: { title: "Undo the change of your email" },
  component: Open,
});

function Open() {
  return <UndoEmailScreen token={Route.useSearch().token ?? null} />;
}
