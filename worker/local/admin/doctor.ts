/** Prints the checks, and adds two that need this machine: its clock, and its local secrets. */

import { existsSync, readFileSync } from "node:fs";
import type { Check, Examination } from "../../contract/operator.ts";
import { fingerprint } from "../../keys/digest.ts";
import type { CommandOutput } from "./command.ts";

/** Clocks that are synchronised differ by less. */
const MAX_SKEW_MS = 2_000;
const STATE_LABELS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

export interface DoctorCall {
  /** By this machine's clock, milliseconds since 1970. */
  began: number;
  ended: number;
  isRemote: boolean;
  file: string;
}

export function doctorReport(examination: Examination, call: DoctorCall): CommandOutput {
  const checks = [
    ...examination.checks,
    checkClock(examination, call),
    ...(call.isRemote ? [checkSecrets(examination, call)] : []),
  ];
  const failed = checks.some(({ state }) => state === "fail");
  const width = Math.max(...checks.map(({ what }) => what.length));
  const lines = checks.map(
    ({ what, state, says }) => `${STATE_LABELS[state]}  ${what.padEnd(width)}  ${says}\n`,
  );
  return {
    data: { ...examination, checks },
    text: `Switchyard ${examination.version}\n${lines.join("")}`,
    failed,
  };
}

function checkClock({ at }: Examination, { began, ended }: DoctorCall): Check {
  const there = Date.parse(at);
  const off = there < began ? there - began : Math.max(0, there - ended);
  const what = "clock here";
  if (Math.abs(off) <= MAX_SKEW_MS)
    return { what, state: "ok", says: "The clocks of this machine and the Worker agree." };
  const says = `This machine's clock is ${Math.round(Math.abs(off) / 1000)} s ${off < 0 ? "ahead" : "behind"}: above a minute, signatures of bridges on it are rejected. Set it by NTP.`;
  return { what, state: "warn", says };
}

/** A secret in a development file must not be used by a deployed product. */
function checkSecrets({ keys }: Examination, { file }: DoctorCall): Check {
  const what = "secrets here";
  const here = existsSync(file) ? fingerprintsIn(readFileSync(file, "utf8")) : new Set<string>();
  const shared = Object.entries(keys).filter(([, prints]) => prints.some((print) => here.has(print)));
  if (shared.length === 0) return { what, state: "ok", says: "No local secret is deployed." };
  const says = `${shared.map(([name]) => name).join(", ")} of .dev.vars: rotate the deployed ones (worker/OPERATING.md).`;
  return { what, state: "fail", says };
}

const fingerprintsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/[A-Za-z0-9+/]{43}=/g)].map(([key]) => fingerprint(key)));
