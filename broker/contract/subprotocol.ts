/** WebSocket subprotocols of MQTT [MQTT-6.0.0-3]; MQTT.js and Paho use the second for 3.1. */
const SUBPROTOCOLS = ["mqtt", "mqttv3.1"];

/** Returns the offered subprotocol to select from `Sec-WebSocket-Protocol`, or null without MQTT. */
export function subprotocolOf({ headers }: { headers: { get(name: string): string | null } }): string | null {
  const offered = (headers.get("Sec-WebSocket-Protocol") ?? "").split(",").map((each) => each.trim());
  return SUBPROTOCOLS.find((each) => offered.includes(each)) ?? null;
}
