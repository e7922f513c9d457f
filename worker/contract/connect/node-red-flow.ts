import type { Credential } from "../credentials.ts";
import type { Way } from "./ways.ts";

const PLACES = { hears: { x: 140, y: 80 }, shows: { x: 330, y: 80 } };

/** `secure`: verify the broker's certificate, which Node-RED does only with this setting. */
function brokerOf(way: Way, secure: boolean) {
  const where =
    way.kind === "websocket" ? { broker: way.url, port: "" } : { broker: way.host, port: String(way.port) };
  return { ...where, usetls: way.kind === "tls", verifyservercert: secure };
}

export function nodeRedFlow(
  way: Way,
  { username, password }: Pick<Credential, "username" | "password">,
  secure: boolean,
): string[] {
  // A unique id, so that importing a second flow does not replace the first.
  const own = username.replaceAll(/\W/g, "");
  const [broker, hears, shows] = [`${own}-broker`, `${own}-hears`, `${own}-shows`];
  const nodes = [
    {
      id: broker,
      type: "mqtt-broker",
      name: "Switchyard",
      ...brokerOf(way, secure),
      clientid: "",
      keepalive: "60",
      cleansession: true,
      credentials: { user: username, password },
    },
    {
      id: hears,
      type: "mqtt in",
      name: "",
      topic: "#",
      qos: "1",
      datatype: "auto-detect",
      broker,
      ...PLACES.hears,
      wires: [[shows]],
    },
    { id: shows, type: "debug", name: "", active: true, complete: "payload", ...PLACES.shows, wires: [] },
  ];
  return [
    "[",
    ...nodes.map((node, at) => `  ${JSON.stringify(node)}${at < nodes.length - 1 ? "," : ""}`),
    "]",
  ];
}
