/** The parts of the local runtime (Miniflare) that naps need. */
export interface NappingRuntime {
  listDurableObjectIds(className: string): Promise<string[]>;
  unsafeEvictDurableObject(
    script: string,
    className: string,
    options: { id: string; webSockets: "hibernate" },
  ): Promise<void>;
}

const SCRIPT = "switchyard";
const CLASS = "Broker";

/**
 * Puts every account's object to sleep at intervals, as the runtime does after ten seconds without an event: its
 * memory is lost, sockets and storage stay, and the next event wakes it.
 */
export function napRegularly(runtime: () => NappingRuntime | undefined, everyMs: number): void {
  const timer = setInterval(async () => {
    const count = await napAll(runtime()).catch(() => 0);
    if (count > 0) console.log(`Nap of ${count} account${count === 1 ? "" : "s"}`);
  }, everyMs);
  timer.unref();
}

async function napAll(runtime: NappingRuntime | undefined): Promise<number> {
  const ids = (await runtime?.listDurableObjectIds(CLASS)) ?? [];
  const naps = await Promise.allSettled(
    ids.map((id) => runtime?.unsafeEvictDurableObject(SCRIPT, CLASS, { id, webSockets: "hibernate" })),
  );
  return naps.filter(({ status }) => status === "fulfilled").length;
}
