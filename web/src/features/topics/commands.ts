/** PURE. A message as a command of Mosquitto. */

import type { BrokerInfo } from "../../../../worker/contract/service.ts";
import { quoted } from "../../api/curl.ts";

interface Publishing {
  topic: string;
  payload: string;
  qos: string;
  retain: boolean;
}

/** Where a service has no TCP, the bridge beside the command has it. */
const BRIDGE = { host: "localhost", port: 1883 };

export function mosquittoPub(
  { tcp, tls }: Pick<BrokerInfo, "tcp" | "tls">,
  { topic, payload, qos, retain }: Publishing,
): string {
  const { host, port } = tcp ?? tls ?? BRIDGE;
  const encrypted = tcp === null && tls !== null ? " --tls-use-os-certs" : "";
  return [
    `mosquitto_pub -h ${host} -p ${port}${encrypted} -u token -P "$TOKEN"`,
    `-t ${quoted(topic)}`,
    // an empty message removes the retained one
    payload === "" ? "-n" : `-m ${quoted(payload)}`,
    `-q ${qos}${retain ? " -r" : ""}`,
  ].join(" \\\n  ");
}
