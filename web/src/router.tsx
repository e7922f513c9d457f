import { createRouter } from "@tanstack/react-router";
import { ROUTER_OPTIONS } from "./router-options.tsx";
import { routeTree } from "./routeTree.gen.ts";

export const createAppRouter = () => createRouter({ routeTree, scrollRestoration: true, ...ROUTER_OPTIONS });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** The tab's title, before the product's name. */
    title?: string;
  }
}
