/** Our own limits that a workload does not fit into as they are: variables, and no end of anything. */

import { BROKER_LIMITS } from "../../../broker/contract/limits.ts";
import { API_LIMITS } from "../../contract/limits.ts";
import { busiest, socketsOf } from "./load.ts";
import { DAYS, type Workload } from "./workload.ts";

export interface Setting {
  name: string;
  is: number;
  needs: number;
}

const { MAX_USERS, MAX_DEVICES } = API_LIMITS;
const { MQTT_MAX_CONNECTIONS, MQTT_PUBLISH_RATE } = BROKER_LIMITS;

export function settingsNeeded(workload: Workload): Setting[] {
  const { accounts, devices, events, values, publishes } = workload;
  const messages = busiest(publishes + devices * (events + values) * DAYS) / accounts;
  const settings: Setting[] = [
    { name: "MAX_USERS", is: MAX_USERS, needs: accounts },
    { name: "MAX_DEVICES", is: MAX_DEVICES, needs: Math.ceil(devices / accounts) },
    { name: "MQTT_MAX_CONNECTIONS", is: MQTT_MAX_CONNECTIONS, needs: Math.ceil(socketsOf(workload)) },
    { name: "MQTT_PUBLISH_RATE", is: MQTT_PUBLISH_RATE, needs: Math.ceil(messages) },
  ];
  return settings.filter(({ is, needs }) => needs > is);
}
