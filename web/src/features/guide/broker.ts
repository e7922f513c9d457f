import type { BrokerInfo } from "../../../../worker/contract/service.ts";
import { callAsMe, callPublic } from "../../api/call-public.ts";
import { useAnswer } from "../../lib/use-answer.ts";
import { brokerUrl } from "../../live/broker-url.ts";
import type { SnippetValues } from "./programs/fill.ts";

const askForAll = () => callPublic("brokerInfo");
const askForMe = () => callAsMe("brokerInfo");

export const useBroker = (signedIn: boolean) => useAnswer(signedIn ? askForMe : askForAll);

/** The address for an account's devices: this page's host, or the broker's where the page is hosted elsewhere. */
export function accountUrl({ url_template: template }: BrokerInfo, userId: string): string {
  const apart = import.meta.env.VITE_API_URL && !import.meta.env.VITE_BROKER_URL;
  return apart && template ? template.replace("{userId}", userId) : brokerUrl(userId, window.location);
}

/** TCP is on the WebSocket's host, unless the broker names another one. */
export function tcpOf(info: BrokerInfo): BrokerInfo["tcp"] {
  const { tcp, url_template: template } = info;
  if (tcp === null || template === null || new URL(template).hostname !== tcp.host) return tcp;
  return { ...tcp, host: new URL(accountUrl(info, "")).hostname };
}

export function brokerValues(info: BrokerInfo, userId = "YOUR_USER_ID"): Partial<SnippetValues> {
  const tcp = tcpOf(info);
  return {
    BROKER_URL: accountUrl(info, userId),
    ...(tcp && { TCP_HOST: tcp.host, TCP_PORT: String(tcp.port) }),
  };
}
