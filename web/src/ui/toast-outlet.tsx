import { lazy, Suspense, useEffect, useState } from "react";
import { onToastWanted } from "./toast.ts";

const Toaster = lazy(() => import("./toaster.tsx"));

/** Where toasts appear. Their code is fetched when there is one to show. */
export function ToastOutlet() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onToastWanted(() => setWanted(true)), []);
  return <Suspense fallback={null}>{wanted && <Toaster />}</Suspense>;
}
