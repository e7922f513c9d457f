import { aCredential } from "../../../support/nouns.ts";

/** As the server creates it for a program. */
export const CREDENTIAL = aCredential({
  id: "c0ffee00-0000-4000-8000-000000000001",
  name: "Tasmota",
  username: "k7b2mxqz3a",
  server_made: true,
  password: "hJ4kq8WmZr2TbnVyXc9D",
  created_at: "2026-11-20T12:00:00.000Z",
  view: "root",
  grants: [{ filter: "#", publish: true, subscribe: true }],
  host: "mqtt.yard.example",
  port: 1883,
  ws_url: "wss://yard.example/mqtt",
  ws_path: "/mqtt",
});
