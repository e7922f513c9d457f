/**
 * What lies between a dialog and the page: a plain element, not Radix's overlay, which writes a style element into the
 * page, and the content security policy refuses that.
 */
export const Veil = () => (
  <div aria-hidden="true" className="fixed inset-0 z-40 animate-appear touch-none bg-(--veil)" />
);
