import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../api/call.ts";
import { userQuery } from "../api/queries.ts";
import { queryKeys } from "../api/query-keys.ts";
import { formProblem } from "../forms/form-problem.ts";
import { useFormCall } from "../forms/use-form-call.ts";
import { mergeUser } from "../session/session.ts";
import type { Busy } from "../ui/button.tsx";
import { toast } from "../ui/messages/toast.ts";

const FALLBACK = "The email could not be sent. Please try again.";

/** Sends the email with the verification link again, and reports the result. */
export function useVerification(): { busy: Busy; send(): Promise<void> } {
  const client = useQueryClient();
  const { busy, run } = useFormCall({ fallback: FALLBACK, done: null });
  return {
    busy,
    async send() {
      await run(async () => {
        try {
          toast("success", (await call("sendVerification")).detail);
        } catch (error) {
          toast("error", formProblem(error, { fallback: FALLBACK }).message);
        }
      });
      // The user may have opened the link in the meantime.
      await client.invalidateQueries({ queryKey: queryKeys.user });
    },
  };
}

/** Applies changes to the user that were made in another browser or through a link in an email. */
export function useFreshUser(wanted = true): void {
  const fresh = useQuery({ ...userQuery(), enabled: wanted }).data;
  useEffect(() => {
    if (fresh) mergeUser(fresh);
  }, [fresh]);
}
