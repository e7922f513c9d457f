import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { signOut } from "../../session/session.ts";

/** Ends the session on the server and here, and goes to the start page. Here also when the server cannot be reached. */
export function useLogout(): { busy: boolean; logout: () => Promise<void> } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async logout() {
      if (busy) return;
      setBusy(true);
      try {
        await call("logout");
      } catch {
        console.warn("The server did not hear the logout.");
      }
      // First away from the guarded screens: their guard would send on to the log-in screen.
      await navigate({ to: "/" });
      signOut();
    },
  };
}
