/** The page as somebody sees it who comes for the first time. Runs when the page is built, and never in a browser. */

import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { Page } from "./page.tsx";
import { createAppRouter } from "./router.tsx";

export async function paint(path: string): Promise<string> {
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    // Nothing is scrolled here and no window has an address; else as in a browser, so that both find the same tree.
    isServer: false,
    origin: "http://localhost",
    scrollRestoration: false,
  });
  await router.load();
  return renderToString(<Page router={router} />);
}
