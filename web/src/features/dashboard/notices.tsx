import { X } from "lucide-react";
import { useState } from "react";
import { SupportEmail } from "../../account/support-email.tsx";
import { useVerification } from "../../account/use-verification.ts";
import { sessionStore } from "../../lib/safe-storage.ts";
import { useUser } from "../../session/session.ts";
import { Button, IconButton } from "../../ui/button.tsx";

/** About the account and the platform. None of it is urgent. */
export const Notices = () => (
  <div className="divide-y divide-hairline rounded-md border border-hairline bg-panel pr-2 pl-4 text-sm empty:hidden">
    <ConfirmEmail />
    <EarlyAlert />
  </div>
);

const ROW = "flex flex-wrap items-center gap-x-3 gap-y-2 py-2";

function ConfirmEmail() {
  const { email, email_verified: verified, pending_email: pending } = useUser();
  const { busy, send } = useVerification();
  if (verified) return null;
  return (
    <section aria-label="Confirm your email" className={ROW}>
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        Please confirm <strong className="font-semibold">{pending ?? email}</strong> by the link in our email.
      </p>
      <Button size="sm" busy={busy} onClick={send}>
        Send it again
      </Button>
    </section>
  );
}

const KEY = "early_alert_dismissed";
/** Holds `KEY` where storage is forbidden: the greeting mounts the notices anew when it arrives. */
const dismissals = new Set<string>();

function EarlyAlert() {
  const [dismissed, setDismissed] = useState(() => dismissals.has(KEY) || sessionStore.read(KEY) !== null);
  if (dismissed) return null;
  return (
    <div className={ROW}>
      <p className="min-w-0 flex-1">
        This platform is at an early stage: things may change or break. Tell us what you miss:{" "}
        <SupportEmail />.
      </p>
      <IconButton
        label="Dismiss"
        onClick={() => {
          dismissals.add(KEY);
          sessionStore.write(KEY, "1");
          setDismissed(true);
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
