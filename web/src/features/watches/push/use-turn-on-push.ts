import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NoticeTarget } from "../../../../../worker/contract/watch.ts";
import { call } from "../../../api/call.ts";
import { CallError } from "../../../api/problem.ts";
import { brokerInfoQuery } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { formProblem } from "../../../forms/form-problem.ts";
import { ownTarget, setOwnTarget } from "../../../lib/own-push.ts";
import { announce } from "../../../ui/announce.ts";
import { browserFacts, subscribe } from "./browser.ts";
import { pushObstacle } from "./support.ts";

const FALLBACK = "Push messages could not be turned on.";

const problemText = (error: unknown): string => {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : FALLBACK;
  const { message, fields } = formProblem(error, { fallback: FALLBACK });
  return Object.values(fields).flat().join(" ") || message;
};

/** Turns push messages on in this browser, at a press. */
export function useTurnOnPush() {
  const client = useQueryClient();
  const info = useQuery(brokerInfoQuery());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = info.data?.push_key ?? null;
  return {
    busy,
    problem,
    /** Null when a press turns it on; the reason otherwise. */
    obstacle: info.data === undefined ? null : pushObstacle(browserFacts(key)),
    canTurnOn: (targets: readonly NoticeTarget[]) =>
      info.data !== undefined && !isOn(targets) && pushObstacle(browserFacts(key)) === null,
    /** Null when it failed, with a `problem`. */
    async turnOn(): Promise<NoticeTarget | null> {
      if (busy || key === null) return null;
      setBusy(true);
      setProblem(null);
      try {
        const target = await call("createTarget", { body: await subscribe(key) });
        setOwnTarget(target.id);
        announce("This browser gets notices.");
        await client.invalidateQueries({ queryKey: queryKeys.targets });
        return target;
      } catch (error) {
        setProblem(problemText(error));
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** The target of this browser exists, and the browser still allows its messages. */
export const isOn = (targets: readonly NoticeTarget[]): boolean =>
  targets.some(({ id }) => id === ownTarget.get()) && browserFacts(null).permission === "granted";
