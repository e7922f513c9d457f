import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { PART_OUT_OF_REACH } from "./lib/stale-chunk.ts";
import { part } from "./ui/loading/part.tsx";
import { PartOutOfReach } from "./ui/loading/part-out-of-reach.tsx";
import { Loading } from "./ui/loading/spinner.tsx";

// Loaded only after an error.
const ErrorScreen = part(() => import("./ui/loading/error-screen.tsx"));

/** Of the page's router, and of the one that the build renders with. */
export const ROUTER_OPTIONS = {
  defaultPreload: "intent",
  // Milliseconds: a spinner is shown only for what takes longer, and keeps no screen waiting that is ready.
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Loading full />,
  defaultErrorComponent: Problem,
} as const;

function Problem({ error, reset }: ErrorComponentProps) {
  const detail = error instanceof Error ? error.message : undefined;
  if (detail === PART_OUT_OF_REACH) return <ScreenOutOfReach reset={reset} />;
  return <ErrorScreen detail={detail} onRetry={reset} />;
}

function ScreenOutOfReach({ reset }: { reset: () => void }) {
  const router = useRouter();
  const retry = useCallback(async () => {
    // The router caches a failed import of a screen and would throw it again.
    const screens = router.state.matches.map(({ routeId }) => router.routesById[routeId].options.component);
    await Promise.all(screens.map((screen) => screen?.preload?.()));
    // Loaded screens have no `preload` left.
    if (!screens.some((screen) => screen?.preload)) reset();
  }, [router, reset]);
  return <PartOutOfReach onRetry={retry} />;
}
