/**
 * Runs a program on MicroPython's own interpreter, built for WebAssembly. Its sockets are Node's: the interpreter runs in a
 * worker and waits there for the main thread. Arguments: the folder of the program, its file, and an authority's certificate.
 */

import { readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { CALLS, Sockets } from "./sockets.ts";

const MAX_ANSWER_BYTES = 1 << 20;

interface Request {
  call: (typeof CALLS)[number];
  args: unknown[];
}

function serve(): void {
  const [, , folder = "", file = "", authority] = process.argv;
  const memory = new SharedArrayBuffer(8 + MAX_ANSWER_BYTES);
  const flags = new Int32Array(memory, 0, 2);
  const sockets = new Sockets(authority);
  const worker = new Worker(new URL(import.meta.url), { workerData: { memory, folder, file } });
  worker.on("message", async ({ call, args }: Request) => {
    const answer = await (sockets[call] as (...args: unknown[]) => unknown).apply(sockets, args);
    const bytes = new TextEncoder().encode(JSON.stringify(answer));
    new Uint8Array(memory, 8).set(bytes);
    flags[1] = bytes.length;
    Atomics.store(flags, 0, 1);
    Atomics.notify(flags, 0);
  });
}

async function run(): Promise<void> {
  const { memory, folder, file } = workerData as { memory: SharedArrayBuffer; folder: string; file: string };
  const flags = new Int32Array(memory, 0, 2);
  const call =
    (name: Request["call"]) =>
    (...args: unknown[]): unknown => {
      Atomics.store(flags, 0, 0);
      parentPort?.postMessage({ call: name, args } satisfies Request);
      Atomics.wait(flags, 0, 0);
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory, 8, flags[1]).slice()));
    };
  // the worker's event loop does not turn, so nothing may wait in a stream
  const python = await loadMicroPython({
    stdout: (line: string) => writeSync(1, `${line}\n`),
    linebuffer: true,
  });
  python.registerJsModule("bench", Object.fromEntries(CALLS.map((name) => [name, call(name)])));
  const place = (from: string, to: string) => {
    python.FS.mkdir(to);
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (entry.isDirectory()) place(join(from, entry.name), `${to}/${entry.name}`);
      else if (entry.name.endsWith(".py"))
        python.FS.writeFile(`${to}/${entry.name}`, readFileSync(join(from, entry.name)));
    }
  };
  place(join(import.meta.dirname, "lib"), "/lib");
  python.FS.mkdir("/program");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".py")))
    python.FS.writeFile(`/program/${name}`, readFileSync(join(folder, name)));
  python.runPython("import sys\nsys.path.append('/lib')\nsys.path.append('/program')");
  python.runPython(readFileSync(join(folder, file), "utf8"));
}

if (isMainThread) serve();
else await run();
