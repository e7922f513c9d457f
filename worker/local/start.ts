import { relative } from "node:path";
import { buildPage } from "./build-page.ts";
import { localOptions, mailKeyOf } from "./configuration.ts";
import { lanAddress, withLan } from "./lan.ts";
import { checkSecrets, ensureLocalSecrets } from "./local-secrets.ts";
import { migrate } from "./migrate.ts";
import { inRoot, root } from "./paths.ts";
import { addressFor, EVERYWHERE, refuseTls, takeOption } from "./port.ts";
import { Problem } from "./problem.ts";
import { startProduct } from "./product.ts";
import { asOwner } from "./state-lock.ts";
import { type TcpListener, tcpListener } from "./tcp.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Options that have a variable here, because more than wrangler depends on them. */
const RULED_OUT = [
  ["--port", "PORT"],
  ["--persist-to", "STATE_DIR"],
] as const;

function checkArguments(args: string[]): void {
  refuseTls(args);
  for (const [option, variable] of RULED_OUT) {
    if (!args.some((arg) => arg === option || arg.startsWith(`${option}=`))) continue;
    throw new Problem(`Set ${variable} instead of ${option}: ${variable}=… npm start`);
  }
}

interface Running {
  url: string;
  lan: string | null;
  mailKey: string;
  tcp: TcpListener | null;
  stateDirectory: string;
  seconds: number;
}

function welcome({ url, lan, mailKey, tcp, stateDirectory, seconds }: Running): string {
  // A device is seldom on this machine: where others may come in, it is told how.
  const reached = new URL(lan ?? url);
  const tcpHost = EVERYWHERE.includes(tcp?.address ?? "") ? reached.hostname : tcp?.address;
  return [
    `Switchyard is ready (${seconds.toFixed(1)} s).`,
    "",
    `  Open       ${url}`,
    ...(lan === null || lan === url ? [] : [`  Phone      ${lan}`]),
    `  Devices    ${reached.origin.replace(/^http/, "ws")}/mqtt/{userId}`,
    ...(tcp === null ? [] : [`  or         mqtt://${tcpHost}:${tcp.port}`]),
    `  API        ${url}/v0/reference`,
    `  Mail       ${url}/dev/mail?key=${mailKey}`,
    `  Data       ${relative(root, stateDirectory) || "."}`,
    "",
    "Ctrl+C stops it.",
  ].join("\n");
}

/** `npm start`: everything that a fresh clone needs, then the product until it is told to stop. */
export async function main(args: string[]): Promise<number> {
  const begun = performance.now();
  checkArguments(args);
  const { values: hosts, rest } = takeOption("--host", withLan(args));
  return asOwner(async ({ stateDirectory, port, stop }) => {
    checkSecrets(inRoot(".dev.vars"), stateDirectory);
    if (ensureLocalSecrets(inRoot(".dev.vars")).length > 0) print("Made local secrets in .dev.vars.");
    const [built] = await Promise.all([buildPage(), migrate(stateDirectory)]);
    if (built) print("Built the page.");
    const tcp = await tcpListener(process.env, rest, print);
    const url = addressFor(rest, port);
    const lan = lanAddress(rest, port);
    const mailKey = mailKeyOf(rest);
    const options = [...localOptions({ stateDirectory, tcp, url, lan, mailKey, hosts }), ...rest];
    const product = await startProduct({ port, stateDirectory, args: options, watch: false, print, stop });
    print(welcome({ url, lan, mailKey, tcp, stateDirectory, seconds: (performance.now() - begun) / 1000 }));
    return product.ended;
  });
}
