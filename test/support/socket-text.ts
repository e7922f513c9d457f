/** Waits for data and the end of a plain socket. */

import type { Socket } from "node:net";
import { until } from "./until.ts";

/** Waits until the socket has received this text. */
export const waitForText = async (socket: Socket, wanted: string) => {
  let said = "";
  socket.on("data", (chunk: Buffer) => {
    said += chunk.toString("latin1");
  });
  await until(wanted, () => said.includes(wanted));
};
/** After a refusal the socket ends either normally or by a reset, because the peer leaves data unread. */
export const waitForClose = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.resume().once("close", () => resolve());
  });
