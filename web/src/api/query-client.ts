import { QueryClient } from "@tanstack/react-query";
import { session } from "../session/session.ts";
import { isSilence, keepAnswers } from "./kept-answers.ts";
import { CallError } from "./problem.ts";

/** A refusal stays a refusal; retry only a missing or failed response. */
const worthRetrying = (count: number, error: Error): boolean =>
  count < 2 && (!(error instanceof CallError) || isSilence(error));

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: worthRetrying,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // The browser's online state does not tell whether the server is reachable; the server can be on this machine.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { retry: false },
  },
});

keepAnswers(queryClient);
askAgainWhenBack(queryClient);

// Do not keep one user's data for the next user.
session.subscribe(() => {
  if (session.get().status !== "authenticated") queryClient.clear();
});

/** When one call succeeds, repeats all calls that had no response. */
function askAgainWhenBack(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    void client.refetchQueries({
      type: "active",
      predicate: ({ state: { error, fetchStatus } }) =>
        fetchStatus === "idle" && error instanceof CallError && error.status === 0,
    });
  });
}
