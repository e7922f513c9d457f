/** The addresses of the broker. They come from the configuration, never from a request. */

import type { DescribedAccount } from "./account.ts";
import { BINDING_VERSION, type ComponentRef, type MqttServer } from "./document.ts";

export function serversOf(
  { userId, broker }: DescribedAccount,
  security: ComponentRef[],
): Record<string, MqttServer> {
  const { host, port, tlsPort, ws, maxPacketSize } = broker;
  const mqtt = {
    // two connections with one client id disconnect each other
    clientId: "YOUR_CLIENT_ID",
    cleanSession: true,
    keepAlive: 60,
    maximumPacketSize: maxPacketSize,
    bindingVersion: BINDING_VERSION,
  };
  const server = (protocol: string, title: string, at: string, pathname?: string): MqttServer => ({
    host: at,
    ...(pathname !== undefined && { pathname }),
    protocol,
    protocolVersion: "5.0",
    title,
    description: "Also MQTT 3.1.1 and 3.1. Give each connection its own client id.",
    security,
    bindings: { mqtt },
  });
  const address = ws === null ? null : new URL(ws);
  return {
    ...(address && {
      websocket: server(
        address.protocol.slice(0, -1),
        "MQTT over WebSocket",
        address.host,
        `/mqtt/${userId}`,
      ),
    }),
    ...(host && port && { tcp: server("mqtt", "MQTT over TCP", `${host}:${port}`) }),
    ...(host && tlsPort && { tls: server("mqtts", "MQTT over TLS", `${host}:${tlsPort}`) }),
  };
}
