import { createRouter } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.ts";
import { ErrorScreen } from "./ui/error-screen.tsx";
import { Loading } from "./ui/spinner.tsx";

export const createAppRouter = () =>
  createRouter({
    routeTree,
    defaultPreload: "intent",
    scrollRestoration: true,
    // A change of screen comes without the pause that would show a spinner for a moment.
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: () => <Loading full />,
    defaultErrorComponent: ({ error, reset }) => (
      <ErrorScreen detail={error instanceof Error ? error.message : undefined} onRetry={reset} />
    ),
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** Stands in the tab, before the product's name. */
    title?: string;
  }
}
