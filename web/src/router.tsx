import {
  createRouter,
  type ErrorComponentProps,
  type RouterHistory,
  useRouter,
} from "@tanstack/react-router";
import { useCallback } from "react";
import { PART_OUT_OF_REACH } from "./lib/stale-chunk.ts";
import { routeTree } from "./routeTree.gen.ts";
import { part } from "./ui/part.tsx";
import { PartOutOfReach } from "./ui/part-out-of-reach.tsx";
import { Loading } from "./ui/spinner.tsx";

// Most visits never see it.
const ErrorScreen = part(() => import("./ui/error-screen.tsx"));

interface Surroundings {
  history?: RouterHistory;
  isServer?: boolean;
  origin?: string;
  scrollRestoration?: boolean;
}

export const createAppRouter = (where: Surroundings = {}) =>
  createRouter({
    routeTree,
    defaultPreload: "intent",
    scrollRestoration: true,
    // A change of screen comes without the pause that would show a spinner for a moment.
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: () => <Loading full />,
    defaultErrorComponent: Problem,
    ...where,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

function Problem({ error, reset }: ErrorComponentProps) {
  const detail = error instanceof Error ? error.message : undefined;
  if (detail === PART_OUT_OF_REACH) return <ScreenOutOfReach reset={reset} />;
  return <ErrorScreen detail={detail} onRetry={reset} />;
}

function ScreenOutOfReach({ reset }: { reset: () => void }) {
  const router = useRouter();
  const retry = useCallback(async () => {
    // The router holds a screen's code for settled once it was asked for, and would throw the old failure again.
    const screens = router.state.matches.map(({ routeId }) => router.routesById[routeId].options.component);
    await Promise.all(screens.map((screen) => screen?.preload?.()));
    // What has come has nothing left to load.
    if (!screens.some((screen) => screen?.preload)) reset();
  }, [router, reset]);
  return <PartOutOfReach onRetry={retry} />;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Stands in the tab, before the product's name. */
    title?: string;
  }
}
