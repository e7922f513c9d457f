import { useFreshUser } from "../../account/use-fresh-user.ts";
import { useVerification } from "../../account/use-verification.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Lamp } from "../../ui/lamp.tsx";

export function VerificationNotice() {
  const { email, email_verified: verified, pending_email: pending } = useUser();
  useFreshUser(!verified || pending !== null);
  const { busy, send } = useVerification();
  if (verified) return null;
  return (
    <section
      aria-label="Confirm your email"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline bg-wait-wash px-4 py-2 text-sm sm:px-8"
    >
      <p className="flex min-w-0 items-baseline gap-2.5">
        <Lamp tone="wait" />
        <span className="min-w-0 wrap-anywhere">
          Please confirm <strong className="font-semibold">{pending ?? email}</strong> by the link in our
          letter.
        </span>
      </p>
      <Button size="sm" className="ml-auto" busy={busy} onClick={send}>
        Send it again
      </Button>
    </section>
  );
}
