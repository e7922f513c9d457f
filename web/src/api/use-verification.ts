import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../ui/toast.ts";
import { sendVerification } from "./account.ts";
import { formProblem } from "./form-problem.ts";
import { queryKeys } from "./query-keys.ts";
import { useFormCall } from "./use-form-call.ts";

const FALLBACK = "The letter could not be sent. Please try again.";

/** Sends the letter with the link again, and says what came of it. */
export function useVerification(): { busy: boolean; send(): Promise<void> } {
  const client = useQueryClient();
  const { busy, run } = useFormCall({ fallback: FALLBACK });
  return {
    busy,
    async send() {
      await run(async () => {
        try {
          toast("success", (await sendVerification()).detail);
        } catch (error) {
          toast("error", formProblem(error, { fallback: FALLBACK }).message);
        }
      });
      // It may have been opened in the meantime.
      await client.invalidateQueries({ queryKey: queryKeys.user });
    },
  };
}
