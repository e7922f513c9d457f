import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** The folder of the accounts' databases, below that of the data. */
const BROKERS = "v3/do/switchyard-Broker";
const OBJECT = /^([0-9a-f]{64})\.sqlite$/;

interface Naps {
  persistTo: string;
  napMs: number;
}

/**
 * Puts every account's object to sleep at intervals, as the runtime does after ten seconds without an event: its
 * memory is lost, sockets and storage stay, and the next event wakes it. `url` is that of `naps.mjs`.
 */
export function napRegularly(
  { napMs, persistTo }: Naps,
  url: () => string,
  key: string,
  stop: AbortSignal,
): void {
  const nap = async () => {
    const ids = readdirSync(join(persistTo, BROKERS)).flatMap((file) => OBJECT.exec(file)?.[1] ?? []);
    const { count } = JSON.parse(await post(url(), key, JSON.stringify(ids), stop)) as { count: number };
    if (count > 0) console.log(`Nap of ${count} account${count === 1 ? "" : "s"}`);
  };
  const timer = setInterval(() => void nap().catch(() => {}), napMs);
  timer.unref();
  stop.addEventListener("abort", () => clearInterval(timer));
}

function post(url: string, authorization: string, body: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", agent: false, headers: { authorization }, signal },
      (answer) => text(answer).then(resolve, reject),
    );
    sent.once("error", reject);
    sent.end(body);
  });
}
