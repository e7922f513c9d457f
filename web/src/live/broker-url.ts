/** `ws` or `wss`, this host or the broker's, and the account's path. */
export function brokerUrl(
  userId: string,
  page: { protocol: string; host: string },
  elsewhere: string | undefined = import.meta.env.VITE_BROKER_URL,
): string {
  const base = elsewhere || `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}`;
  return `${base.replace(/\/+$/, "")}/mqtt/${userId}`;
}
