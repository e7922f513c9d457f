import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { TextField } from "../../../ui/inputs/text-field.tsx";
import { NewSecret } from "./rotate-secret.tsx";

export default function WebhookForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const [url, setUrl] = useState("");
  const [made, setMade] = useState<ResponseOf<"createTarget"> | null>(null);
  const { busy, problem, run } = useFormCall({
    fallback: "The webhook could not be added.",
    done: "Webhook added.",
  });
  if (made) return <NewSecret target={made} onClose={onClose} />;
  const save = async () => {
    await run(async () => setMade(await call("createTarget", { body: { kind: "webhook", url } })));
    await client.invalidateQueries({ queryKey: queryKeys.targets });
  };
  return (
    <DialogForm problem={problem} busy={busy} submit="Add Webhook" onSubmit={save} onCancel={onClose}>
      <TextField
        code
        label="Address"
        inputMode="url"
        placeholder="https://example.com/notices"
        hint="Notices are sent to it as a POST with a CloudEvents body, signed by Standard Webhooks. It must be a public https address."
        value={url}
        errors={problem.fields.url}
        onChange={setUrl}
      />
    </DialogForm>
  );
}
