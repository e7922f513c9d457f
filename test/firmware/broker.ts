/** The product under test, as `npm start` runs it. */

import { rmSync } from "node:fs";
import type { Credential } from "../../worker/contract/credentials.ts";
import { newAccount } from "../support/account.ts";
import { freePort, newStateDirectory, startProductProcess } from "../support/product-process.ts";
import type { Broker } from "./connection-settings.ts";

export async function startBroker(): Promise<Broker> {
  const stateDirectory = newStateDirectory();
  const [port, tcpPort] = [await freePort(), await freePort()];
  const start = () => startProductProcess({ stateDirectory, port, tcpPort });
  let product = await start();
  return {
    newHome: async () => {
      const account = await newAccount(product.url);
      const { username, password } = await account.call<Credential>("POST", "/v0/mqtt/credentials/", {
        name: "Home",
        view: "root",
      });
      return { host: "127.0.0.1", port: tcpPort, webPort: port, username, password };
    },
    documents: async () => {
      const account = await newAccount(product.url);
      await account.call("POST", "/v0/api-keys/");
      const make = (path: string, body: object) => account.call("POST", path, body);
      const series = { path: "/t~1x/0", unit: "°C", name: "Hall" };
      await make("/v0/mqtt/channels/", { name: "Hall", topic: "hall", series });
      await make("/v0/mqtt/channels/", { name: "`{Odd}` <b>", topic: "odd/{x}?y" });
      await make("/v0/devices/on-off/", { name: "Lamp" });
      await make("/v0/mqtt/credentials/", { name: "Home", view: "root" });
      await make("/v0/mqtt/credentials/", { name: "Board", username: "b`oard", password: "p" });
      const read = (view: string) => account.call("GET", `/v0/asyncapi.json?view=${view}`);
      return (await Promise.all(["account", "root"].map(read))).map((each) => JSON.stringify(each));
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
