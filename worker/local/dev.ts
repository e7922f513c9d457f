import { mkdirSync } from "node:fs";
import { createServer } from "vite";
import { copyLegalTexts } from "./build-page.ts";
import { localOptions, mailKeyOf } from "./configuration.ts";
import { ensureLocalSecrets } from "./local-secrets.ts";
import { migrate } from "./migrate.ts";
import { inRoot } from "./paths.ts";
import { rejectTls, takeOption } from "./port.ts";
import { startProduct } from "./product.ts";
import { withStateLock } from "./state-lock.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run dev`: Vite with hot reload in front of the same Worker and the same data as `npm start`. */
export const HELP = `npm run dev -- [options]

Serves the page with hot reload, on port 5173, beside the Worker.

  --host NAME  accept a further host name

Other options are passed to wrangler dev.`;

export async function main(args: string[]): Promise<number> {
  rejectTls(args);
  return withStateLock(async ({ stateDirectory, port, stop }) => {
    ensureLocalSecrets(inRoot(".dev.vars"));
    // wrangler requires the folder of the built page; Vite serves the page itself.
    mkdirSync(inRoot("web/dist"), { recursive: true });
    copyLegalTexts();
    migrate(stateDirectory);
    process.env.API_PORT = String(port);
    // Vite first, because links in e-mails begin with its address.
    const vite = await createServer({ configFile: inRoot("web/vite.config.ts"), clearScreen: false });
    try {
      await vite.listen();
      const url = vite.resolvedUrls?.local[0] ?? "http://localhost:5173/";
      const { values: hosts, rest } = takeOption("--host", args);
      const mailKey = mailKeyOf(rest);
      const local = localOptions({ stateDirectory, tcp: null, url, lan: null, mailKey, hosts });
      const options = [...local, ...rest];
      const product = await startProduct({ port, stateDirectory, args: options, watch: true, print, stop });
      print(`Open ${url} (the Worker behind it: ${product.url}). Ctrl+C stops both.`);
      print(`Mail ${product.url}/dev/mail?key=${mailKey}`);
      return await product.ended;
    } finally {
      await vite.close();
    }
  });
}
