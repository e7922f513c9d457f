/** Aedes behind WebSockets, as its documentation shows it. Run as a process of its own. */
import { createServer } from "node:http";
import { Aedes } from "aedes";
import { createWebSocketStream, WebSocketServer } from "ws";

// The default limit of 42 would drop messages of a burst that the other brokers are given too.
const broker = await Aedes.createBroker({ queueLimit: 100_000, maxClientsIdLength: 256 });
const server = createServer();
const sockets = new WebSocketServer({ server, handleProtocols: () => "mqtt" });
sockets.on("connection", (socket, request) => {
  const stream = createWebSocketStream(socket);
  stream.on("error", () => stream.destroy());
  broker.handle(stream, request);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(JSON.stringify({ port: address.port }));
});
