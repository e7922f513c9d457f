import { networkInterfaces } from "node:os";
import { ALL_ADDRESSES, addressFor, ipOption } from "./port.ts";
import { UserError } from "./user-error.ts";

/** Interfaces of containers, virtual machines and tunnels, which a phone cannot reach. */
const VIRTUAL = /^(br-|docker|tailscale|tap|tun|utun|veth|virbr|vmnet|wg|zt)/;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;
const LOOPBACK = /^(127\.|::1$|localhost$)/;

/** Replaces `--lan` by `--ip 0.0.0.0`, which opens the product to the local network. */
export function withLan(args: readonly string[]): string[] {
  if (!args.includes("--lan")) return [...args];
  if (ipOption(args) !== undefined)
    throw new UserError("--lan listens on every address: leave out --ip, or --lan.");
  return ["--ip", "0.0.0.0", ...args.filter((arg) => arg !== "--lan")];
}

/** Returns the address for other machines of the network, or null without one. */
export function lanAddress(
  args: readonly string[],
  port: number,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string | null {
  const ip = ipOption(args);
  if (ip === undefined || LOOPBACK.test(ip)) return null;
  if (!ALL_ADDRESSES.includes(ip)) return addressFor(args, port);
  const addresses = Object.entries(interfaces)
    .flatMap(([name, each]) => (VIRTUAL.test(name) ? [] : (each ?? [])))
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
  const address = addresses.find((each) => PRIVATE.test(each)) ?? addresses[0];
  return address === undefined ? null : `http://${address}:${port}`;
}
