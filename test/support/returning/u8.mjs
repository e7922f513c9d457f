// A program with u8-mqtt: the library reconnects by itself, but without the login, which the program repeats.

import mqtt from "u8-mqtt";

const [host, port, clientId, username, password] = process.argv.slice(2);
const login = { client_id: clientId, username, password };
const client = mqtt()
  .with({ on_live: (again, isReconnect) => isReconnect && again.connect(login) })
  .with_tcp(`tcp://${host}:${port}`)
  .with_autoreconnect();
process.on("unhandledRejection", () => {});
await client.connect(login);
