import { createRoot, hydrateRoot } from "react-dom/client";
import { userCount } from "./features/auth/user-count.ts";
import { watchForStaleChunks } from "./lib/stale-chunk.ts";
import { Page } from "./page.tsx";
import { createAppRouter } from "./router.tsx";
import { session, startSession } from "./session/session.ts";
import { focusOnScreen } from "./ui/focus.ts";
import { startTheme } from "./ui/theme.ts";
import "./fonts.css";
import "./styles.css";

/** Until a first screen whose code is still loading is shown as a spinner. */
const SPINNER_AFTER_MS = 1_000;

watchForStaleChunks();
startTheme();
startSession();
// Loaded early, so that the registration screen has it at once. That screen reports a failure.
userCount().catch(() => undefined);

const router = createAppRouter();
// Login or logout, here or in another tab: run the guards again.
session.subscribe(() => void router.invalidate());
router.subscribe("onBeforeNavigate", ({ fromLocation, toLocation }) => {
  if (fromLocation) window.loadScreen?.(toLocation.pathname);
});
router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) focusOnScreen();
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
const page = <Page router={router} />;
// The served HTML may hold the landing page. `public/before-paint.js` has hidden it from signed-in users and at other
// addresses.
const { dataset } = document.documentElement;
if (root.hasChildNodes() && dataset.unpainted === undefined) {
  // Hydrate it once the router has loaded the same screen.
  void router.load().then(() => hydrateRoot(root, page));
} else {
  root.replaceChildren();
  delete dataset.unpainted;
  // React paints what its first render commits and runs the effects, with their requests, afterwards. A screen that the
  // router's store adds later is committed synchronously: its effects run before the paint.
  void Promise.race([router.load(), spinnerIsDue()]).finally(() => createRoot(root).render(page));
}

function spinnerIsDue(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SPINNER_AFTER_MS));
}
