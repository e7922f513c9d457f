/**
 * `npm run test:crash`: kills the product under load, and checks that no acknowledged message is lost and no
 * event is missing or double. `CYCLES=200` for more than the 8 of `npm run test:rest` and the 20 of `npm run
 * test:all`; from 50 on, or with `MESSAGES=600`, each life lasts until about six hundred messages were
 * acknowledged.
 */
import { ascending, median } from "../bench/statistics.ts";
import { type Outcome, runCampaign } from "./campaign.ts";

const CYCLES = process.env.TEST_ALL === undefined ? 8 : 20;
/** Campaigns of this length look for rare faults. */
const MANY = 50;
const MESSAGES_OF_MANY = 600;
/** Violations of one guarantee that are printed. */
const SHOWN = 5;

export function report({ checks, figures, restarts, failures }: Outcome, cycles: number): string {
  const lines = checks.flatMap(({ promise, broken }) => [
    `${broken.length === 0 ? "kept  " : "BROKEN"} ${promise}`,
    ...broken.slice(0, SHOWN).map((each) => `         ${each}`),
    ...(broken.length > SHOWN ? [`         and ${broken.length - SHOWN} more`] : []),
  ]);
  const { sent, acknowledged, delivered, repeated, events, measured, kept, planned } = figures;
  const { past, heard, deleted, refreshes, notices, noticesAgain, acts } = figures;
  const { orders, allowed, cutOrders, cutAnswers } = figures;
  const slowest = ascending(restarts).at(-1) ?? 0;
  return [
    ...lines,
    ...failures.map((failure) => `FAILED ${failure}`),
    `${cycles} times killed: ${sent} messages sent, ${acknowledged} acknowledged, ${delivered} delivered to kept sessions,`,
    `${repeated} of these again after a crash, ${events} event rows, ${kept} of ${measured} samples, ${past} messages of the past,`,
    `${planned} planned times, ${heard} commands to a found device, ${deleted} tokens deleted, ${refreshes} refreshes of an app, ${notices} notices, ${noticesAgain} delivered again, ${acts} commands of watches,`,
    `${orders} orders that waited for a person, ${allowed} allowed; kills cut off ${cutOrders} orders and ${cutAnswers} answers.`,
    `Ready again after ${(median(restarts) / 1000).toFixed(1)} s in the median, ${(slowest / 1000).toFixed(1)} s at most.`,
  ].join("\n");
}

export async function main(): Promise<number> {
  const cycles = Number(process.env.CYCLES ?? CYCLES);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const messages = Number(process.env.MESSAGES ?? (cycles >= MANY ? MESSAGES_OF_MANY : 0));
  const outcome = await runCampaign({ cycles, messages }, print);
  print(report(outcome, cycles));
  const broken = outcome.checks.filter((check) => check.broken.length > 0).length;
  const failed = broken + (outcome.failures.length > 0 ? 1 : 0);
  print(`${outcome.checks.length - broken} checks passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
