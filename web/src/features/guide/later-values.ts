import { controlPayload } from "../../../../broker/contract/control.ts";
import { controlTopic, statusTopic, telemetryTopic } from "../../../../broker/contract/topics.ts";
import type { BrokerInfo } from "../../../../worker/contract/service.ts";
import { count, type firstValues } from "./guide-values.ts";

/** Values that only the later sections name: loaded with them. */
export const laterValues = (info: BrokerInfo | undefined, userId = "{userId}", deviceId = "{deviceId}") => ({
  controlTopic: controlTopic(userId, deviceId),
  controlOn: controlPayload("on"),
  controlOff: controlPayload("off"),
  telemetryTopic: telemetryTopic(userId, deviceId),
  statusTopic: statusTopic(userId, deviceId),
  qos2: info?.max_qos === 2,
  maxRetained: count(info?.limits.retained),
  maxDevices: count(info?.limits.devices),
  maxSeries: count(info?.limits.series),
  maxChannels: count(info?.limits.channels),
});

/** Components of the page, and text in `docs.md`. */
export const GUIDE_PARTS = [
  "broker",
  "signedIn",
  "webSocketAddress",
  "tcp",
  "tcpAddress",
  "support",
  "reference",
  "telemetryPrograms",
  "httpPrograms",
  "devicePrograms",
  "asyncapi",
] as const;

export type GuideName =
  | keyof ReturnType<typeof firstValues>
  | keyof ReturnType<typeof laterValues>
  | (typeof GUIDE_PARTS)[number];
