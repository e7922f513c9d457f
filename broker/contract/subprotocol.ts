/** What MQTT is called in a WebSocket upgrade [MQTT-6.0.0-3]; MQTT.js and Paho call 3.1 so. */
const SUBPROTOCOLS = ["mqtt", "mqttv3.1"];

/** The one to answer with, of those in `Sec-WebSocket-Protocol`; null where MQTT is not among them. */
export function subprotocolOf({ headers }: { headers: { get(name: string): string | null } }): string | null {
  const offered = (headers.get("Sec-WebSocket-Protocol") ?? "").split(",").map((each) => each.trim());
  return SUBPROTOCOLS.find((each) => offered.includes(each)) ?? null;
}
