import { createFileRoute } from "@tanstack/react-router";
import { ExamplesScreen } from "../features/guide/examples-screen.tsx";

export const Route = createFileRoute("/examples")({
  component: ExamplesScreen,
  staticData: { title: "Examples" },
});
