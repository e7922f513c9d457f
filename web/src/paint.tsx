/** Renders the page for a first visit, at build time. */

import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { Page } from "./page.tsx";
import { createAppRouter } from "./router.tsx";

export async function paint(path: string): Promise<string> {
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    // No scrolling and no window here; otherwise as in a browser, so that hydration finds the same tree.
    isServer: false,
    origin: "http://localhost",
    scrollRestoration: false,
  });
  await router.load();
  return renderToString(<Page router={router} />);
}
