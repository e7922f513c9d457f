import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { AppRouter } from "./router.tsx";

/** Everything that is shown: in the browser, and once when it is built. */
export const Page = ({ router }: { router: AppRouter }) => (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
