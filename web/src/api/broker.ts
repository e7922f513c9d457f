/** What the broker says of itself. Alone, because the public guide needs no other call. */

import type { BrokerInfo } from "../../../worker/contract/broker.ts";
import { call } from "./client.ts";

export const getBrokerInfo = () => call<BrokerInfo>("GET", "/broker/", { access: "public" });
