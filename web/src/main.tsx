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

watchForStaleChunks();
startTheme();
startSession();
// The first formatter takes 30 ms in Chromium: make one while the screen's code loads.
setTimeout(() => new Intl.DateTimeFormat("en-US"));
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
  createRoot(root).render(page);
}
