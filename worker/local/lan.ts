import { networkInterfaces } from "node:os";
import { addressFor, EVERYWHERE, ipIn } from "./port.ts";
import { Problem } from "./problem.ts";

/** Of containers, virtual machines and tunnels: a phone in the room is in none of them. */
const VIRTUAL = /^(br-|docker|tailscale|tap|tun|utun|veth|virbr|vmnet|wg|zt)/;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;
const LOOPBACK = /^(127\.|::1$|localhost$)/;

/** `--lan` put into words of wrangler's: whoever is in the same network may come in. */
export function withLan(args: readonly string[]): string[] {
  if (!args.includes("--lan")) return [...args];
  if (ipIn(args) !== undefined)
    throw new Problem("--lan listens on every address: leave out --ip, or --lan.");
  return ["--ip", "0.0.0.0", ...args.filter((arg) => arg !== "--lan")];
}

/** Where a phone in the same network opens the product; null where it cannot. */
export function lanAddress(
  args: readonly string[],
  port: number,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string | null {
  const ip = ipIn(args);
  if (ip === undefined || LOOPBACK.test(ip)) return null;
  if (!EVERYWHERE.includes(ip)) return addressFor(args, port);
  const found = Object.entries(interfaces)
    .flatMap(([name, each]) => (VIRTUAL.test(name) ? [] : (each ?? [])))
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
  const address = found.find((each) => PRIVATE.test(each)) ?? found[0];
  return address === undefined ? null : `http://${address}:${port}`;
}
