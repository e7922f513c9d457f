/** Renders the guide at build time, in a DOM, as a reader finds it who has seen all of it. */

import { createMemoryHistory } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { Page } from "./page.tsx";
import { createAppRouter } from "./router.tsx";

/** Returns a function that ends it. */
export function renderGuide(place: Element): () => void {
  const history = createMemoryHistory({ initialEntries: ["/docs"] });
  const root = createRoot(place);
  root.render(<Page router={createAppRouter({ history, scrollRestoration: false })} />);
  return () => root.unmount();
}
