import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { commitDeletions } from "../../api/deletions.ts";
import { isSilence } from "../../api/kept-answers.ts";
import { endOwnPush } from "../../lib/own-push.ts";
import { beginSignOut, signOut } from "../../session/session.ts";
import { toast } from "../../ui/messages/toast.ts";

const STILL_OPEN =
  "The server does not answer, so your session is still open there. You can end it later: log in, and open Profile.";

/**
 * Ends the session on the server and in the page, then opens the start page. Works at once even when the server is
 * unreachable.
 */
export function useLogout(): { busy: boolean; logout: () => Promise<void> } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async logout() {
      if (busy) return;
      setBusy(true);
      void endOwnPush();
      await commitDeletions();
      beginSignOut();
      const isLeft = await call("logout").then(() => false, isSilence);
      // Leave the guarded screens first: their guard would redirect to the login screen.
      await navigate({ to: "/" });
      signOut();
      if (isLeft) toast("error", STILL_OPEN);
    },
  };
}
