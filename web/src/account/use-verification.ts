import { useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { queryKeys } from "../api/query-keys.ts";
import { formProblem } from "../forms/form-problem.ts";
import { useFormCall } from "../forms/use-form-call.ts";
import type { Busy } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

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
