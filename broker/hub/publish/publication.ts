/** A message on its way through the stages. */

import type { Switcher } from "../../contract/device-events.ts";
import type { Message } from "../../protocol/message.ts";
import type { TurnPlan } from "../sockets/connection.ts";
import type { TopicRoute } from "./topic-route.ts";

export interface Publication {
  readonly message: Message;
  /** The publisher's session; 0 for the broker. */
  readonly from: number;
  /** Who switches, where the session does not say it. */
  readonly by?: Switcher | undefined;
  command: number | null;
}

export type Stage = (plan: TurnPlan, publication: Publication, route: TopicRoute) => void;
