import { X } from "lucide-react";
import { useState } from "react";
import { SupportEmail } from "../../account/support-email.tsx";
import { sessionStore } from "../../lib/safe-storage.ts";
import { IconButton } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";

const KEY = "early_alert_dismissed";

export function EarlyAlert() {
  const [dismissed, setDismissed] = useState(() => sessionStore.read(KEY) !== null);
  if (dismissed) return null;
  return (
    <Note tone="wait" title="This platform is at an early stage" className="relative pr-12">
      <p>
        Things may change or break. Tell us what you miss and what annoys you: <SupportEmail />.
      </p>
      <IconButton
        label="Dismiss"
        className="absolute! top-1.5 right-1.5"
        onClick={() => {
          sessionStore.write(KEY, "1");
          setDismissed(true);
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </Note>
  );
}
