import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";

/** The whole page, in the browser and at build time. */
export const Page = ({ router }: { router: AnyRouter }) => (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
