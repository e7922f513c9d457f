/** The origin of the Worker when the page is on another one; empty when they share it. */
export const apiOrigin: string = (import.meta.env.VITE_API_URL ?? "").replace(/\/+$/, "");
