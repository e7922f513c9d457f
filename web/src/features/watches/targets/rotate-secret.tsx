import { useState } from "react";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { call } from "../../../api/call.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { CopyField } from "../../../ui/copy.tsx";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { ModalDone } from "../../../ui/dialogs/modal.tsx";
import { Note } from "../../../ui/messages/note.tsx";

export default function RotateSecret({ target, onClose }: { target: NoticeTarget; onClose(): void }) {
  const [made, setMade] = useState<ResponseOf<"rotateTarget"> | null>(null);
  const { busy, problem, run } = useFormCall({
    fallback: "The secret could not be replaced.",
    done: "New secret made.",
  });
  if (made) return <NewSecret target={made} onClose={onClose} />;
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit="Make a New Secret"
      onSubmit={() => run(async () => setMade(await call("rotateTarget", { id: target.id })))}
      onCancel={onClose}
    >
      <p className="text-sm wrap-anywhere">
        The next notices to {target.address} are signed with a new secret, and for a day with the old one,
        too.
      </p>
    </DialogForm>
  );
}

interface NewSecretProps {
  target: ResponseOf<"createTarget">;
  onClose(): void;
}

export function NewSecret({ target: { secret, confirmed }, onClose }: NewSecretProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Note tone="wait" live>
        Copy the secret now. It is not shown again.
      </Note>
      <CopyField value={secret ?? ""} label="secret" className="min-h-10" />
      <p className="text-sm text-soft">
        {confirmed
          ? "For a day notices are signed with the old secret, too."
          : "Your program checks each notice with it. Then press Send Test: notices follow when your program has answered it."}
      </p>
      <ModalDone onClose={onClose} />
    </div>
  );
}
