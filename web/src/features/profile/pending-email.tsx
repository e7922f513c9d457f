import { useVerification } from "../../account/use-verification.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";

/** An address that is not the account's yet. */
export function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const { busy, send } = useVerification();
  return (
    <Note tone="wait" live>
      <p className="wrap-anywhere">
        We sent a link to <strong>{pending}</strong>. Until it is opened, your email stays {email}.
      </p>
      <Button size="sm" className="mt-2" busy={busy} onClick={send}>
        Send it again
      </Button>
    </Note>
  );
}
