import { QueryClient } from "@tanstack/react-query";
import { session } from "../session/session.ts";
import { isSilence, keepAnswers } from "./kept-answers.ts";
import { ApiError } from "./problem.ts";

/** A refusal stays a refusal; only a missing or a failed answer is worth another try. */
const worthRetrying = (count: number, error: Error): boolean =>
  count < 2 && (!(error instanceof ApiError) || isSilence(error));

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: worthRetrying,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // Whether the server can be reached is for it to show: it may stand beside a browser that is offline.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { retry: false },
  },
});

keepAnswers(queryClient);
askAgainWhenBack(queryClient);

// What one user loaded is nobody else's.
session.subscribe(() => {
  if (session.get().status !== "authenticated") queryClient.clear();
});

/** As soon as one call is answered, all that had no answer are made again. */
function askAgainWhenBack(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    void client.refetchQueries({
      type: "active",
      predicate: ({ state: { error, fetchStatus } }) =>
        fetchStatus === "idle" && error instanceof ApiError && error.status === 0,
    });
  });
}
