/** Starts the product once for all journeys. The returned function stops it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "../support/bridge-process.ts";
import { freePort, startProductProcess } from "../support/product-process.ts";
import { startAssetCache } from "./asset-cache.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const otherOrigin = `http://127.0.0.1:${await freePort()}`;
  const port = await freePort();
  // the browser's address, so that an email's link opens in its window
  const own = `APP_URL:http://127.0.0.1:${port}`;
  // the phone's address, which the browser resolves to this machine
  const lan = `LAN_URL:http://phone.test:${port}`;
  // two files of journeys start a push service, each at its own port
  const [pushPort, askPort] = [await freePort(), await freePort()];
  const push = ["WEBHOOK_LAN:true", `PUSH_HOSTS:127.0.0.1:${pushPort},127.0.0.1:${askPort}`];
  const variables = [`ALLOWED_ORIGINS:${otherOrigin}`, own, lan, ...push];
  // the document of a program is at an https address of this machine
  const folder = mkdtempSync(join(tmpdir(), "switchyard-browser-"));
  const environment = { NODE_EXTRA_CA_CERTS: makeCertificate(folder).certificate };
  const product = await startProductProcess({ args: ["--host", "phone.test"], variables, environment });
  const stopCache = await startAssetCache(port, product.url);
  process.env.BASE_URL = `http://127.0.0.1:${port}`;
  process.env.OTHER_ORIGIN = otherOrigin;
  process.env.PUSH_PORT = String(pushPort);
  process.env.ASK_PORT = String(askPort);
  process.env.CERTIFICATE_FOLDER = folder;
  return async () => {
    stopCache();
    await product.stop();
    rmSync(folder, { recursive: true });
  };
}
