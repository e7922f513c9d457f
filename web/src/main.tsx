import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { userCount } from "./features/auth/user-count.ts";
import { watchForStaleChunks } from "./lib/stale-chunk.ts";
import { createAppRouter } from "./router.tsx";
import { session, startSession } from "./session/session.ts";
import { focusOnScreen } from "./ui/focus.ts";
import { startTheme } from "./ui/theme.ts";
import "./fonts.css";
import "./styles.css";

watchForStaleChunks();
startTheme();
startSession();
// Asked early, so that the registration screen knows at once; whoever needs it hears of a failure.
userCount().catch(() => undefined);

const router = createAppRouter();
// Signed in or out, here or in another tab: the guards decide again.
session.subscribe(() => void router.invalidate());
router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) focusOnScreen();
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
