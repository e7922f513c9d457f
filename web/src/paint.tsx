/** Renders the landing page for a first visit, at build time. */

import { createMemoryHistory, createRoute, createRouter } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { LandingScreen } from "./features/landing/landing-screen.tsx";
import { Page } from "./page.tsx";
import { ROUTER_OPTIONS } from "./router-options.tsx";
import { Route as Root } from "./routes/__root.tsx";

/** The one route that is rendered: the tree of all would bring every screen's code into this work. */
const landing = createRoute({ getParentRoute: () => Root, path: "/", component: LandingScreen });

export async function paint(): Promise<string> {
  const router = createRouter({
    ...ROUTER_OPTIONS,
    routeTree: Root.addChildren([landing]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
    // No scrolling and no window here; otherwise as in a browser, so that hydration finds the same tree.
    isServer: false,
    origin: "http://localhost",
    scrollRestoration: false,
  });
  await router.load();
  return renderToString(<Page router={router} />);
}
