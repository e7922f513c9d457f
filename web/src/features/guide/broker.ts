/** The broker's own words about itself, as the guide prints them. */

import type { BrokerInfo } from "../../../../worker/contract/broker.ts";
import { getBrokerInfo } from "../../api/broker.ts";
import { brokerUrl } from "../../live/broker-url.ts";
import type { SnippetValues } from "./fill.ts";
import { useAnswer } from "./use-answer.ts";

export const useBroker = () => useAnswer(getBrokerInfo);

/** Where an account's devices connect: the broker's own host where the page was built for one. */
export function accountUrl(info: BrokerInfo, userId: string): string {
  return import.meta.env.VITE_BROKER_URL
    ? brokerUrl(userId, window.location)
    : info.url_template.replace("{userId}", userId);
}

export function brokerValues(info: BrokerInfo, userId = "YOUR_USER_ID"): Partial<SnippetValues> {
  return {
    BROKER_URL: accountUrl(info, userId),
    ...(info.tcp && { TCP_HOST: info.tcp.host, TCP_PORT: String(info.tcp.port) }),
  };
}
