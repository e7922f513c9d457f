/** Where the clients of an hour connect: the built Worker on the bare runtime, or the product as it is started. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EphemeralBroker } from "../../worker/local/ephemeral/broker.ts";
import { startBare } from "../bench/targets/product.ts";
import { startBridge } from "../support/bridge-process.ts";

export interface Place {
  web: number;
  tcp: number;
  /** A line each: `hibernate` or `close`, which takes all sockets, and how many objects. */
  evictions(): Promise<string[]>;
  stop(): Promise<void>;
}

/** At one eviction of this number all sockets are lost. */
const LOSSES_EVERY = 5;

/** Evictions and deployments as the platform does them, by Miniflare. TCP comes through a bridge. */
export async function startBarePlace(evictEveryMs: number): Promise<Place> {
  const product = await startBare({ LOG_REQUESTS: "failures" }, { BENCH_EVICT_MS: String(evictEveryMs) });
  const web = Number(product.said.port);
  try {
    const bridge = await startBridge(["--to", `ws://127.0.0.1:${web}/mqtt`, "--listen", "127.0.0.1:any"]);
    return {
      web,
      tcp: bridge.ports[0] ?? 0,
      evictions: async () => (await readFile(String(product.said.evictions), "utf8")).trimEnd().split("\n"),
      stop: async () => {
        await bridge.stop();
        await product.stop();
      },
    };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** The supervisor and the one runtime of `npm start`: its accounts nap, and all of it is killed and started again. */
export async function startDesk(evictEveryMs: number): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "evictions-"));
  const evictions: string[] = [];
  const stopping = new AbortController();
  const onOutput = (text: string) => {
    // beside the account's there may be an object that counts an address
    for (const _ of text.matchAll(/^Nap of \d+ account/gm)) evictions.push("hibernate 1");
  };
  const broker = await EphemeralBroker.start(
    {
      napMs: evictEveryMs,
      restartMs: LOSSES_EVERY * evictEveryMs,
      cutShare: null,
      port: null,
      mqttPort: null,
      isVerbose: false,
      command: ["none"],
    },
    {
      stateDirectory: join(folder, "state"),
      temporaryDirectory: folder,
      abort: stopping.signal,
      onStart: () => {},
      onOutput,
    },
  );
  const failed = (reason: unknown) => process.stderr.write(`The product ended: ${String(reason)}\n`);
  broker.failure().then(failed, failed);
  return {
    web: broker.port,
    tcp: broker.mqttPort,
    evictions: async () => [...evictions, ...Array<string>(broker.restarts).fill("close 1")],
    stop: async () => {
      await broker.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
