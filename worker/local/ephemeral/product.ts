/** The product of an ephemeral broker: like `npm start`, without a page, and with all its files in the state folder. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localOptions, mailKeyOf } from "../configuration.ts";
import { ensureLocalSecrets } from "../local-secrets.ts";
import { migrate } from "../migrate.ts";
import { addressFor, LOOPBACK, tcpListener } from "../port.ts";
import { startProduct } from "../product.ts";
import { buildWorker } from "../runtime/bundle.ts";
import { withStateLock } from "../state-lock.ts";
import { UserError } from "../user-error.ts";

export const READY = "The ephemeral broker is ready.";
const PAGE = `<!doctype html><meta charset="utf-8"><title>Switchyard</title>
<p>An ephemeral broker has no page. Its API: <a href="/v0/reference">/v0/reference</a></p>
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

export async function main(given: string[]): Promise<number> {
  const args = ["--ip", LOOPBACK, ...given];
  return withStateLock(async ({ stateDirectory, port, stop }) => {
    const secretsFile = join(stateDirectory, "secrets");
    ensureLocalSecrets(secretsFile);
    const pageFolder = join(stateDirectory, "page");
    mkdirSync(pageFolder, { recursive: true });
    writeFileSync(join(pageFolder, "index.html"), PAGE);
    migrate(stateDirectory);
    await buildWorker();
    const tcp = await tcpListener(process.env, args, print);
    if (tcp === null) throw new UserError("The port of MQTT over TCP is in use.");
    const url = addressFor(args, port);
    const place = { stateDirectory, tcp, url, lan: null, mailKey: mailKeyOf(args), hosts: [] };
    const options = [...localOptions({ ...place, secretsFile, pageFolder }), ...args];
    const product = await startProduct({ port, stateDirectory, args: options, watch: false, print, stop });
    print(READY);
    return product.ended;
  });
}
