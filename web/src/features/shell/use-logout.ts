import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { isSilence } from "../../api/kept-answers.ts";
import { endOwnPush } from "../../lib/own-push.ts";
import { session, signOut } from "../../session/session.ts";
import { endLater } from "./late-logout.ts";

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
      const now = session.get();
      const isLeft = await call("logout").then(() => false, isSilence);
      // Leave the guarded screens first: their guard would redirect to the login screen.
      await navigate({ to: "/" });
      signOut();
      if (isLeft && now.status === "authenticated") endLater(now.token);
    },
  };
}
