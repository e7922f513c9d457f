import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { CopyField } from "../../ui/copy.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { ModalDone } from "../../ui/dialogs/modal.tsx";
import { ChoiceCard } from "../../ui/inputs/choice-card.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { Moment } from "../../ui/moment.tsx";

/** Seconds for which the old password keeps working. */
const OVERLAPS = [
  {
    seconds: 86_400,
    title: "For a day",
    means: "Enough time to type in the new one. Nothing is disconnected.",
  },
  { seconds: 3_600, title: "For an hour", means: "Nothing is disconnected before." },
  { seconds: 0, title: "Not at all", means: "Everything that uses it is disconnected at once." },
] as const;

interface RotateCredentialProps {
  credential: Credential;
  onClose(): void;
}

export default function RotateCredential({ credential, onClose }: RotateCredentialProps) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to make a new password. Please try again.",
    done: "New password made.",
  });
  const [overlap, setOverlap] = useState<number>(OVERLAPS[0].seconds);
  const [rotated, setRotated] = useState<Credential | null>(null);
  if (rotated) return <Rotated credential={rotated} onClose={onClose} />;
  const rotate = async () => {
    await run(async () => {
      setRotated(await call("rotateCredential", { id: credential.id, body: { overlap } }));
    });
    await client.invalidateQueries({ queryKey: queryKeys.credentials });
  };
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit="Make a New Password"
      onSubmit={rotate}
      onCancel={onClose}
    >
      <p className="text-sm">
        The new password works at once. <code className="wrap-anywhere">{credential.username}</code> stays its
        user name.
      </p>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-2 text-sm font-medium">How long should the old one keep working?</legend>
        {OVERLAPS.map(({ seconds, title, means }) => (
          <ChoiceCard
            key={seconds}
            group="overlap"
            title={title}
            checked={seconds === overlap}
            onChoose={() => setOverlap(seconds)}
          >
            {means}
          </ChoiceCard>
        ))}
      </fieldset>
      {credential.old_password_until && (
        <Note tone="wait">An earlier old password ends now: clients that use it must log in again.</Note>
      )}
    </DialogForm>
  );
}

function Rotated({ credential, onClose }: RotateCredentialProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-1.5">
        <p className="text-sm font-medium">New password</p>
        <CopyField value={credential.password} label="new password" className="min-h-10" />
      </div>
      <Note tone={credential.old_password_until ? "idle" : "wait"} live>
        <OldPassword credential={credential} />
      </Note>
      <ModalDone onClose={onClose} />
    </div>
  );
}

function OldPassword({ credential }: { credential: Credential }) {
  const { old_password_until: until, old_password_last_used: used } = credential;
  if (until === null) return "The old password no longer works.";
  return (
    <>
      The old password works until <Moment at={until} />.{" "}
      {used ? (
        <>
          It was last used <Moment at={used} />.
        </>
      ) : (
        "Nothing has used it since."
      )}
    </>
  );
}
