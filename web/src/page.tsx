import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { AppRouter } from "./router.tsx";

/** The whole page, in the browser and at build time. */
export const Page = ({ router }: { router: AppRouter }) => (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
