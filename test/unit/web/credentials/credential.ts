import type { Credential } from "../../../../worker/contract/credentials.ts";

/** As the server creates it for a program. */
export const CREDENTIAL: Credential = {
  id: "c0ffee00-0000-4000-8000-000000000001",
  name: "Tasmota",
  username: "k7b2mxqz3a",
  server_made: true,
  password: "hJ4kq8WmZr2TbnVyXc9D",
  created_at: "2026-11-20T12:00:00.000Z",
  last_used: null,
  channels: [],
  view: "root",
  grants: [{ filter: "#", publish: true, subscribe: true }],
  device: null,
  host: "mqtt.yard.example",
  port: 1883,
  tls_port: null,
  ws_url: "wss://yard.example/mqtt",
  ws_path: "/mqtt",
  old_password_until: null,
  old_password_last_used: null,
};
