import { useQueryClient } from "@tanstack/react-query";
import type { Watch } from "../../../../worker/contract/watch.ts";
import { call } from "../../api/call.ts";
import { targetsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { announce } from "../../ui/announce.ts";
import { toast } from "../../ui/toast.ts";
import { changedBody } from "./body.ts";

/** Changes a watch at one press; a failure is a toast. */
export function useSetWatch(watch: Watch) {
  const client = useQueryClient();
  const { id } = watch;
  const change = async (make: () => Promise<unknown>, done: string) => {
    try {
      await make();
      announce(done);
    } catch {
      toast("error", "The watch could not be changed. Please try again.");
    }
    await client.invalidateQueries({ queryKey: queryKeys.watches });
  };
  const enabled = !watch.enabled;
  return {
    snooze: (until: Date) =>
      void change(
        () => call("snoozeWatch", { id, body: { until: until.toISOString() } }),
        until.getTime() > Date.now() ? "Watch snoozed." : "Snooze ended.",
      ),
    turn: () =>
      void change(
        async () => {
          const targets = await client.ensureQueryData(targetsQuery());
          await call("updateWatch", { id, body: changedBody(watch, { enabled }, targets) });
        },
        enabled ? "Watch turned on." : "Watch turned off.",
      ),
  };
}
