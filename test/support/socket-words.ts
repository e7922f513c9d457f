/** What a plain socket hears, and that it ended. */

import type { Socket } from "node:net";
import { until } from "./until.ts";

/** Waits until it has heard these words. */
export const text = async (socket: Socket, wanted: string) => {
  let said = "";
  socket.on("data", (chunk: Buffer) => {
    said += chunk.toString("latin1");
  });
  await until(wanted, () => said.includes(wanted));
};
/** Reset or not: who refuses reads nothing that was said. */
export const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.resume().once("close", () => resolve());
  });
