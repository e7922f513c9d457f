import { createRootRoute, Outlet, useMatches } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { ToastOutlet } from "../ui/messages/toast-outlet.tsx";

export const Route = createRootRoute({ component: Root });

function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  // Before the effects of screens with a better title.
  useLayoutEffect(() => {
    document.title = title ? `${title} · Switchyard` : "Switchyard";
  }, [title]);
  return (
    <>
      <Outlet />
      <ToastOutlet />
    </>
  );
}
