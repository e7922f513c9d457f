/** Where a Worker on the bare runtime spends its time, by the runtime's own sampling profiler. */
import { WebSocket } from "ws";

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; lineNumber: number; scriptId: string };
  children?: number[];
}
interface CpuProfile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}
interface Answer {
  id?: number;
  result?: { profile?: CpuProfile; scriptSource?: string; usedSize?: number };
}

const SAMPLE_MICROSECONDS = 200;
/** A longer time between two samples is the machine's, which ran something else: not the function's on top. */
const MOST_MICROSECONDS = 3 * SAMPLE_MICROSECONDS;
const SHOWN = 16;

interface Inspector {
  call(method: string, params?: object): Promise<Answer>;
  close(): void;
}

async function inspect(address: string): Promise<Inspector> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  let last = 0;
  const call = (method: string, params: object = {}): Promise<Answer> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      const listen = (data: { toString(): string }) => {
        const answer = JSON.parse(data.toString()) as Answer;
        if (answer.id !== id) return;
        socket.off("message", listen);
        resolve(answer);
      };
      socket.on("message", listen);
    });
  };
  return { call, close: () => socket.close() };
}

/**
 * Collects garbage in the Worker, the proxies and the local database: without a memory limit they rarely do.
 */
export async function collectGarbage(inspector: string): Promise<void> {
  const busy = (await targetsOf(inspector)).filter(({ id }) => /^(core|d1):/.test(id));
  for (const { webSocketDebuggerUrl } of busy) {
    const { call, close } = await inspect(webSocketDebuggerUrl);
    await call("HeapProfiler.enable");
    await call("HeapProfiler.collectGarbage");
    close();
  }
}

/** Bytes of JavaScript objects in the Worker with this name, after garbage collection. It never resolves without work. */
export async function heapInUse(inspector: string, worker: string): Promise<number> {
  const target = (await targetsOf(inspector)).find(({ id }) => id === `core:user:${worker}`);
  if (target === undefined) throw new Error(`the runtime has no Worker ${worker}`);
  const { call, close } = await inspect(target.webSocketDebuggerUrl);
  await call("HeapProfiler.enable");
  await call("HeapProfiler.collectGarbage");
  const { result } = await call("Runtime.getHeapUsage");
  close();
  return result?.usedSize ?? Number.NaN;
}

/** Starts sampling. Returns a function that stops it and lists where the most time was spent. */
export async function startProfile(inspector: string): Promise<() => Promise<string>> {
  const { call, close } = await inspect(await workerUrl(inspector));
  await call("Profiler.enable");
  await call("Profiler.setSamplingInterval", { interval: SAMPLE_MICROSECONDS });
  await call("Profiler.start");
  return async () => {
    const { result } = await call("Profiler.stop");
    if (result?.profile === undefined) return "no profile";
    await call("Debugger.enable");
    const sources = new Map<string, string[]>();
    for (const scriptId of new Set(result.profile.nodes.map(({ callFrame }) => callFrame.scriptId))) {
      const { result: script } = await call("Debugger.getScriptSource", { scriptId });
      sources.set(scriptId, script?.scriptSource?.split("\n") ?? []);
    }
    close();
    return hottest(result.profile, sources);
  };
}

interface Target {
  webSocketDebuggerUrl: string;
  id: string;
  title?: string;
}

async function targetsOf(inspector: string): Promise<Target[]> {
  const listed = await fetch(new URL("/json", inspector.replace(/^ws/, "http")));
  return (await listed.json()) as Target[];
}

async function workerUrl(inspector: string): Promise<string> {
  const targets = await targetsOf(inspector);
  const own = targets.find(({ id, title }) => `${id} ${title}`.includes("bench")) ?? targets[0];
  if (own === undefined) throw new Error("the runtime lists nothing to profile");
  return own.webSocketDebuggerUrl;
}

/** The bundler writes the path of each module above its code. */
function moduleOf(lines: readonly string[], line: number): string {
  const heading = lines.slice(0, line + 1).findLast((each) => /^\/\/ \S+\.[jt]sx?$/.test(each));
  return heading?.slice(3) ?? "";
}

/** The functions, and the files with all their functions, that have the most own time. */
function hottest({ nodes, samples, timeDeltas }: CpuProfile, sources: Map<string, string[]>): string {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const functions = new Map<string, number>();
  const files = new Map<string, number>();
  let total = 0;
  samples.forEach((id, index) => {
    const frame = byId.get(id);
    if (frame === undefined || frame.functionName === "(idle)") return;
    const { functionName, lineNumber, scriptId } = frame;
    const lines = sources.get(scriptId) ?? [];
    const name = functionName || (lines[lineNumber] ?? "").trim().slice(0, 60);
    const file = moduleOf(lines, lineNumber);
    const spent = Math.min(timeDeltas[index] ?? 0, MOST_MICROSECONDS);
    add(functions, `${name} ${file}`, spent);
    if (file !== "") add(files, file, spent);
    total += spent;
  });
  return [functions, files].map((own) => most(own, total)).join("\n\n");
}

function add(own: Map<string, number>, name: string, spent: number): void {
  own.set(name, (own.get(name) ?? 0) + spent);
}

const most = (own: Map<string, number>, total: number): string =>
  [...own]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN)
    .map(([name, spent]) => `${((100 * spent) / total).toFixed(1).padStart(6)} %  ${name}`)
    .join("\n");
