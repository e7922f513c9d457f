import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import { call } from "../../../api/call.ts";
import { devicesQuery } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { calendarDay } from "../../../lib/calendar-day.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyField } from "../../../ui/copy.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { ModalDone } from "../../../ui/modal.tsx";
import { Note } from "../../../ui/note.tsx";
import { SelectField } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { exampleCall } from "./example-call.ts";
import { RightFields } from "./right-fields.tsx";
import { bodyOf, ENDS, mistakesOf, NEW_DRAFT, type TokenDraft } from "./scopes.ts";

export default function TokenForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(NEW_DRAFT);
  const [made, setMade] = useState<ResponseOf<"createToken"> | null>(null);
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to make the token. Please try again.",
    done: "Token made.",
  });
  if (made) return <NewToken made={made} onClose={onClose} />;

  const change = (part: Partial<TokenDraft>) => setDraft({ ...draft, ...part });
  const make = async () => {
    const fields = mistakesOf(draft);
    if (Object.keys(fields).length > 0) return refuse({ fields });
    await run(async () => setMade(await call("createToken", { body: bodyOf(draft) })));
    await client.invalidateQueries({ queryKey: queryKeys.tokens });
  };
  const { fields: errors } = problem;
  return (
    <DialogForm problem={problem} busy={busy} submit="Make Token" onSubmit={make} onCancel={onClose}>
      <TextField
        label="Name"
        autoFocus
        hint="The program that will use it"
        value={draft.name}
        errors={errors.name}
        onChange={(name) => change({ name })}
      />
      <RightFields draft={draft} errors={errors} onChange={change} />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Ends"
          value={draft.end}
          options={ENDS}
          errors={errors.expires_in}
          onChange={(end) => change({ end: end as TokenDraft["end"] })}
        />
        {draft.end === "day" && (
          <TextField
            label="Last day"
            type="date"
            min={calendarDay(new Date())}
            max="9999-12-31"
            value={draft.day}
            errors={errors.expires_at}
            onChange={(day) => change({ day })}
          />
        )}
      </div>
    </DialogForm>
  );
}

function NewToken({ made, onClose }: { made: ResponseOf<"createToken">; onClose(): void }) {
  const device = useQuery(devicesQuery()).data?.[0];
  const example = exampleCall(made, device?.id);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Note tone="wait" live>
        Copy the token now. It is not shown again.
      </Note>
      <CopyField value={made.token} label="token" className="min-h-10" />
      {example !== null && <CodeBlock name="curl command" title="Try it in a shell" text={example} />}
      <p className="text-sm text-soft">
        As an MQTT password it works with any user name and any client ID. Topics are written without your
        user ID.
      </p>
      <ModalDone onClose={onClose} />
    </div>
  );
}
