/** What the doctor found, with what only this machine can see: the clock here, and whether its own secrets are deployed. */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Check, Examination } from "../../contract/operator.ts";
import type { Said } from "./command.ts";

/** More than clocks of machines that are looked after differ. Milliseconds. */
const SKEW = 2_000;
const WORDS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

export interface Asked {
  /** When it was asked, and answered, by this machine's clock. Milliseconds since 1970. */
  began: number;
  ended: number;
  isRemote: boolean;
  /** Its own variables. */
  file: string;
}

export function examined(found: Examination, asked: Asked): Said {
  const checks = [
    ...found.checks,
    clockHere(found, asked),
    ...(asked.isRemote ? [secretsHere(found, asked)] : []),
  ];
  const failed = checks.some(({ state }) => state === "fail");
  const width = Math.max(...checks.map(({ what }) => what.length));
  const lines = checks.map(({ what, state, says }) => `${WORDS[state]}  ${what.padEnd(width)}  ${says}\n`);
  return { data: { ...found, checks }, text: `Switchyard ${found.version}\n${lines.join("")}`, failed };
}

/** The answer's time lies between the question and the answer, or somebody's clock is wrong. */
function clockHere({ at }: Examination, { began, ended }: Asked): Check {
  const there = Date.parse(at);
  const off = there < began ? there - began : Math.max(0, there - ended);
  const what = "clock here";
  if (Math.abs(off) <= SKEW) return { what, state: "ok", says: "This machine's and the Worker's agree." };
  const says = `This machine's clock is ${Math.round(Math.abs(off) / 1000)} s ${off < 0 ? "ahead" : "behind"}: bridges on it sign for another time and are not believed beyond a minute. Set it by NTP.`;
  return { what, state: "warn", says };
}

/** A secret that lies in a file of a desk is no secret of a deployed product. */
function secretsHere({ keys }: Examination, { file }: Asked): Check {
  const what = "secrets here";
  const here = existsSync(file) ? fingerprintsIn(readFileSync(file, "utf8")) : new Set<string>();
  const shared = Object.entries(keys).filter(([, prints]) => prints.some((print) => here.has(print)));
  if (shared.length === 0) return { what, state: "ok", says: "None of this machine's is deployed." };
  const says = `${shared.map(([name]) => name).join(", ")} of .dev.vars: rotate what is deployed (worker/OPERATING.md).`;
  return { what, state: "fail", says };
}

const fingerprintsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/[A-Za-z0-9+/]{43}=/g)].map(([key]) => fingerprint(key)));

/** As the Worker tells it. */
const fingerprint = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 8);
