import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { CHAT_NAMES } from "../../../../../broker/contract/chat-names.ts";
import type { ChatFormat } from "../../../../../broker/contract/watch.ts";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { ModalDone } from "../../../ui/dialogs/modal.tsx";
import { SelectField } from "../../../ui/inputs/select.tsx";
import { TextField } from "../../../ui/inputs/text-field.tsx";
import { CHAT_FIELDS, chatBody, EMPTY_CHAT } from "./chat-services.ts";
import { SendTest } from "./send-test.tsx";

export default function ChatForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_CHAT);
  const [made, setMade] = useState<ResponseOf<"createTarget"> | null>(null);
  const { busy, problem, run } = useFormCall({
    fallback: "The chat could not be added.",
    done: "Chat added.",
  });
  if (made) return <AddedChat target={made} name={CHAT_NAMES[draft.format]} onClose={onClose} />;
  const save = async () => {
    await run(async () => setMade(await call("createTarget", { body: chatBody(draft) })));
    await client.invalidateQueries({ queryKey: queryKeys.targets });
  };
  return (
    <DialogForm problem={problem} busy={busy} submit="Add Chat" onSubmit={save} onCancel={onClose}>
      <SelectField
        label="Service"
        value={draft.format}
        options={Object.entries(CHAT_NAMES)}
        onChange={(format) => setDraft({ ...EMPTY_CHAT, format: format as ChatFormat })}
      />
      {CHAT_FIELDS[draft.format].map((field) => (
        <TextField
          code
          key={`${draft.format} ${field.name}`}
          label={field.label}
          placeholder={field.placeholder}
          hint={field.hint}
          inputMode={field.name === "url" ? "url" : "text"}
          value={draft[field.name]}
          errors={problem.fields[field.name]}
          onChange={(value) => setDraft({ ...draft, [field.name]: value })}
        />
      ))}
      <p className="text-sm text-soft">
        Keep this secret: it lets others write to your chat. It is stored sealed, and not shown again.
      </p>
    </DialogForm>
  );
}

interface AddedChatProps {
  target: ResponseOf<"createTarget">;
  name: string;
  onClose(): void;
}

function AddedChat({ target, name, onClose }: AddedChatProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-5 text-sm">
      <p id={id}>Send a test: when {name} has taken it, your watches can use this chat.</p>
      <SendTest target={target} namedBy={id} />
      <ModalDone onClose={onClose} />
    </div>
  );
}
