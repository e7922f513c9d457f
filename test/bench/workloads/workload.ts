/** One thing to measure, in the same way at every broker. */
import { Client, connectAll } from "../generator/client.ts";
import { freshId, type Running, type StartOptions, type Target } from "../targets/target.ts";

export interface Metric {
  key: string;
  label: string;
  better: "higher" | "lower";
  digits: number;
}

export interface Effort {
  quick: boolean;
  warmUpMs: number;
  measureMs: number;
}

export type Measures = Record<string, number>;

export interface Workload extends StartOptions {
  name: string;
  title: string;
  metrics: readonly Metric[];
  suits(target: Target): boolean;
  /** Needs a new process, which is started with its own options. */
  fresh?: boolean;
  run(running: Running, effort: Effort): Promise<Measures>;
}

/** Slower connects run this many at once. */
const AT_ONCE = 32;

export const openClients = ({ address, login }: Logins, count: number): Promise<Client[]> =>
  connectAll(count, AT_ONCE, () => Client.connect(address, login(freshId())));

type Logins = Pick<Running, "address" | "login">;

export const isProduct = (target: Target): boolean => target.name.startsWith("Switchyard");

export function closeAll(clients: readonly Client[]): void {
  for (const client of clients) client.close();
}
