/** Who the programs are connected to: the product as `npm start` runs it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Credential } from "../../worker/contract/credential.ts";
import { newAccount } from "../support/account.ts";
import { freePort, startProductProcess } from "../support/product-process.ts";
import type { Place } from "./place.ts";
import { startMosquittos } from "./reference.ts";

/** A person's account, and what its one credential is typed in with. */
export interface Home extends Place {
  /** The port of the WebSocket; `port` is that of TCP. */
  webPort: number;
}

export interface Broker {
  newHome(): Promise<Home>;
  /** What is retained comes in the order in which it was written. */
  keepsOrder: boolean;
  /** It ends and comes again, with the same ports and with what it kept. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

async function startProduct(): Promise<Broker> {
  const stateDirectory = mkdtempSync(join(tmpdir(), "switchyard-firmware-"));
  const [port, tcpPort] = [await freePort(), await freePort()];
  const start = () => startProductProcess({ stateDirectory, port, tcpPort });
  let product = await start();
  return {
    keepsOrder: true,
    newHome: async () => {
      const account = await newAccount(product.url);
      const { username, password } = await account.call<Credential>("POST", "/v0/mqtt/credentials/", {
        name: "Home",
        view: "root",
      });
      return { host: "127.0.0.1", port: tcpPort, webPort: port, username, password };
    },
    restart: async () => {
      await product.stop();
      product = await start();
    },
    stop: async () => {
      await product.stop();
      rmSync(stateDirectory, { recursive: true, force: true });
    },
  };
}

/** `FIRMWARE_AGAINST=mosquitto` asks whether it is the case that is wrong. */
export const startBroker = (): Promise<Broker> =>
  process.env.FIRMWARE_AGAINST === "mosquitto" ? startMosquittos() : startProduct();
