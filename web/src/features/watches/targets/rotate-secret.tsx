import { useState } from "react";
import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { call } from "../../../api/call.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { NewSecret } from "./new-secret.tsx";

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
