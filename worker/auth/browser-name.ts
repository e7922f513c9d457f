/** A short name of the program that logs in. The whole User-Agent is not stored: it identifies a person. */

import { UNKNOWN_PROGRAM } from "../contract/account.ts";

/** In this order: Edge and Opera also say Chrome, and Chrome also says Safari. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
  [/^curl\//, "curl"],
  [/^python|^aiohttp/i, "Python"],
  [/^node$|^undici/, "Node.js"],
];
/** In this order: Android also says Linux. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (table: readonly [RegExp, string][], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1];

export function browserName(agent: string | null): string {
  const program = nameIn(PROGRAMS, agent ?? "");
  const system = nameIn(SYSTEMS, agent ?? "");
  if (program === undefined) return UNKNOWN_PROGRAM;
  return system === undefined ? program : `${program} on ${system}`;
}
