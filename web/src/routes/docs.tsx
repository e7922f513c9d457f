import { createFileRoute } from "@tanstack/react-router";
import { DocsScreen } from "../features/guide/docs-screen.tsx";

export const Route = createFileRoute("/docs")({ component: DocsScreen, staticData: { title: "API Docs" } });
