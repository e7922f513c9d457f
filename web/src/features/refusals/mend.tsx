import { useQuery, useQueryClient } from "@tanstack/react-query";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Refusal } from "../../../../worker/contract/refusal.ts";
import { call } from "../../api/call.ts";
import { credentialsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";

interface MendProps {
  refusal: Refusal;
  fix: NonNullable<Refusal["fix"]>;
}

/** Lets what was refused pass from now on. */
export function Mend({ refusal, fix }: MendProps) {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const credentials = useQuery(credentialsQuery());
  const { busy, problem, run } = useFormCall({ fallback: "It could not be mended." });
  const credential = credentials.data?.find(({ id }) => id === fix.credential_id);
  const topic = displayTopic(userId, fix.topic);
  // Several rows may ask for the same thing: once is enough.
  if (credential?.channels.some((channel) => channel.topic === fix.topic)) {
    return <span className="text-xs text-go">Allowed now</span>;
  }
  const mend = async () => {
    await run(() => call("fixRefusal", { id: refusal.id }));
    await Promise.all(
      [queryKeys.refusals, queryKeys.credentials, queryKeys.channels].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (
    <div className="grid justify-items-start gap-1">
      <Button
        size="sm"
        busy={busy}
        onClick={mend}
        className="h-auto! min-h-8 py-1 text-left whitespace-normal!"
      >
        Let {credential?.name ?? "the credential"} use {topic}
      </Button>
      {problem.message && (
        <p role="alert" className="text-xs text-stop">
          {problem.message}
        </p>
      )}
    </div>
  );
}
