import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { isSilence } from "../../api/kept-answers.ts";
import { session, signOut } from "../../session/session.ts";
import { endLater } from "./late-logout.ts";

/** Ends the session on the server and here, and goes to the start page. Here at once also when the server cannot be reached. */
export function useLogout(): { busy: boolean; logout: () => Promise<void> } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async logout() {
      if (busy) return;
      setBusy(true);
      const now = session.get();
      const isLeft = await call("logout").then(() => false, isSilence);
      // First away from the guarded screens: their guard would send on to the log-in screen.
      await navigate({ to: "/" });
      signOut();
      if (isLeft && now.status === "authenticated") endLater(now.token);
    },
  };
}
