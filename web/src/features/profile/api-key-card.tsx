import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { apiKeysQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy.tsx";
import { ConfirmModal } from "../../ui/dialogs/confirm-modal.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";

/** The account's API key, and a new one in its place. */
export function ApiKeyCard() {
  const keys = useQuery(apiKeysQuery());
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to generate a new API key. Please try again.",
    done: "New API key made.",
  });
  const key = keys.data?.[0];

  const generate = async () => {
    await run(async () => {
      if (key) await call("deleteApiKey", { id: key.id });
      await call("createApiKey");
    });
    setAsking(false);
    // Also after a failure: the old key may be deleted.
    await client.invalidateQueries({ queryKey: queryKeys.apiKeys });
  };

  return (
    <Panel title="API Key">
      {/* about its height with a key, so that nothing below moves */}
      <div className={keys.data ? undefined : "min-h-55 sm:min-h-47"}>
        <Loaded of={keys} failed="Failed to load the API key. Please try again.">
          {([key]) => (
            <div className="grid gap-5">
              {key?.key === "" ? (
                <Note tone="stop">This API key can no longer be shown. Generate a new one to see it.</Note>
              ) : key ? (
                <CopyField value={key.key} label="API key" className="min-h-10" />
              ) : (
                <Note>
                  You have no API key yet. This page needs one to reach the broker; devices log in with
                  credentials.
                </Note>
              )}
              <Note tone="wait">
                {key
                  ? "When you generate a new API key the old one stops working at once: every client that uses it is disconnected."
                  : "Anyone with this key can read and write all your topics. Keep it secret."}
              </Note>
              <ProblemNote problem={problem} />
              <Button
                busy={busy}
                className="justify-self-start"
                onClick={() => (key ? setAsking(true) : void generate())}
              >
                Generate New API Key
              </Button>
            </div>
          )}
        </Loaded>
      </div>
      <ConfirmModal
        open={asking}
        title="Generate New API Key"
        confirm="Generate"
        busy={busy}
        onConfirm={generate}
        onClose={() => setAsking(false)}
      >
        The old key stops working at once. Do you want to go on?
      </ConfirmModal>
    </Panel>
  );
}
