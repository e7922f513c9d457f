import { QueryClient } from "@tanstack/react-query";
import { session } from "../session/session.ts";
import { ApiError } from "./problem.ts";

/** A refusal stays a refusal; only a missing or a failed answer is worth another try. */
const worthRetrying = (count: number, error: Error): boolean =>
  count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: worthRetrying,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // Whether the server can be reached is for it to show: it may stand beside a browser that is offline.
      networkMode: "always",
    },
    mutations: { retry: false },
  },
});

// What one user loaded is nobody else's.
session.subscribe(() => {
  if (session.get().status !== "authenticated") queryClient.clear();
});
