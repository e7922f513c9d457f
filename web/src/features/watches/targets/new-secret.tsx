import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import { CopyField } from "../../../ui/copy.tsx";
import { ModalDone } from "../../../ui/modal.tsx";
import { Note } from "../../../ui/note.tsx";

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
