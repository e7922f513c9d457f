/** Runs `npm run bridge` in its own process, on free ports and with fresh certificates. */

import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { until } from "./until.ts";

export interface BridgeProcess {
  /** Plain TCP, then TLS, if both were requested. */
  ports: number[];
  log(): string;
  /** A request to `/health` or `/metrics`, with `--health`. */
  ask(path: string): Promise<{ status: number; text: string }>;
  /** The value of a line of `/metrics`, by its name and labels without the prefix. */
  metric(name: string): Promise<number>;
  signal(name?: NodeJS.Signals): void;
  ended: Promise<number | null>;
  /** Sends SIGTERM and waits for the exit. Returns the exit code. */
  stop(): Promise<number | null>;
}

export async function startBridge(options: string[], env: NodeJS.ProcessEnv = {}): Promise<BridgeProcess> {
  const run = ["worker/local/run.mjs", "worker/bridge/main.ts"];
  const child = spawn(process.execPath, [...run, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, BRIDGE_KEYS: "", ...env },
  });
  let log = "";
  const take = (chunk: Buffer) => {
    log += chunk.toString("utf8");
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [, places = ""] = await until("the bridge", () => {
    if (child.exitCode !== null) throw new Error(`The bridge ended: ${log}`);
    return /^MQTT on (.*) goes to/m.exec(log);
  });
  const ask = async (path: string) => {
    const [, health] = await until("its health", () => /^\/health and \/metrics on (.*)$/m.exec(log));
    const answer = await fetch(`http://${health}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const signal = (name: NodeJS.Signals = "SIGTERM") => void child.kill(name);
  return {
    ports: places.split(" and ").map((place) => Number(place.split(":").at(-1))),
    log: () => log,
    ask,
    metric: async (name) => {
      const lines = (await ask("/metrics")).text.split("\n");
      const line = lines.find((each) => each.startsWith(`switchyard_bridge_${name} `));
      return Number(line?.split(" ").at(-1));
    },
    signal,
    ended,
    stop: () => {
      signal();
      return ended;
    },
  };
}

export interface CertificateFiles {
  certificate: string;
  key: string;
}

/** The algorithm and its options, for `openssl genpkey`. */
const KEYS = {
  ecdsa: ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
  rsa: ["rsa", "-pkeyopt", "rsa_keygen_bits:2048"],
} as const;

interface CertificateOptions {
  kind?: keyof typeof KEYS;
  /** The names of the files before `certificate.pem` and `key.pem`. */
  prefix?: string;
  /** Of its validity; negative for a certificate that expired. */
  days?: number;
}

/** Self-signed. Replaces existing files. */
export function makeCertificate(
  folder: string,
  name = "localhost",
  { kind = "ecdsa", prefix = "", days = 1 }: CertificateOptions = {},
): CertificateFiles {
  const files = {
    certificate: join(folder, `${prefix}certificate.pem`),
    key: join(folder, `${prefix}key.pem`),
  };
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: ["pipe", "pipe", "ignore"] });
  openssl("genpkey", "-algorithm", ...KEYS[kind], "-out", files.key);
  const request = join(folder, "request.pem");
  openssl(
    "req",
    "-new",
    "-key",
    files.key,
    "-subj",
    `/CN=${name}`,
    "-out",
    request,
    "-addext",
    "subjectAltName=DNS:localhost,IP:127.0.0.1",
    "-addext",
    "basicConstraints=critical,CA:TRUE",
  );
  // `req -x509` refuses a number of days below 1
  openssl(
    "x509",
    "-req",
    "-in",
    request,
    "-signkey",
    files.key,
    "-days",
    String(days),
    "-copy_extensions",
    "copy",
    "-out",
    files.certificate,
  );
  return files;
}
