/** The hosts of chat services, where every address is a secret. */

import type { ChatFormat } from "../../broker/contract/watch.ts";

export const CHAT_HOSTS: Record<ChatFormat, readonly string[]> = {
  discord: ["discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"],
  slack: ["hooks.slack.com", "hooks.slack-gov.com"],
  telegram: ["api.telegram.org"],
  ntfy: ["ntfy.sh"],
};

/** Services that refuse a CloudEvent. A server of ntfy shows it as text. */
const REFUSING: readonly ChatFormat[] = ["discord", "slack", "telegram"];

/** The service whose host it is; null for another host. A trailing dot is of the same host. */
export function serviceAt(hostname: string): ChatFormat | null {
  const host = hostname.replace(/\.$/, "");
  const services = Object.keys(CHAT_HOSTS) as ChatFormat[];
  return services.find((service) => CHAT_HOSTS[service].includes(host)) ?? null;
}

/** Whether a CloudEvent is refused there. */
export function isOnlyChat(hostname: string): boolean {
  const service = serviceAt(hostname);
  return service !== null && REFUSING.includes(service);
}
