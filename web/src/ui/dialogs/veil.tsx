/**
 * The layer between a dialog and the page. Radix's overlay injects a style element, which the content security policy
 * refuses.
 */
export const Veil = () => (
  <div aria-hidden="true" className="fixed inset-0 z-40 animate-appear touch-none bg-(--veil)" />
);
