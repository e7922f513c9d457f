import { bill, total } from "./cost/bill-text.ts";
import { awsIot, cloudflare, emqx, metering, sum } from "./cost/estimate.ts";
import { PRICES_OF } from "./cost/prices.ts";
import { asked, DEFAULTS, type Workload } from "./cost/workload.ts";

/**
 * `npm run cost -- --devices 1000000 --accounts 1000 --keepalive 60 --connects-a-day 1 --events-a-day 0 --values 0
 * --publishes 0 --qos 0 --readers 1 --payload 64 --visits-a-day 1`: what a month costs at the edge, line by line, and
 * what the same devices cost elsewhere. Everything has a default; `--json` for programs.
 */
export const costOf = (args: string[]) => asked(args, () => DEFAULTS);

const elsewhere = (workload: Workload) => ({
  "AWS IoT Core": awsIot(workload),
  "EMQX Serverless": emqx(workload),
});

export function report(workload: Workload): string {
  const others = Object.entries(elsewhere(workload));
  return [...bill(workload), ...others.map(([name, dollars]) => total(`the same on ${name}`, dollars))].join(
    "\n",
  );
}

export function facts(workload: Workload): object {
  const lines = cloudflare(workload);
  const together = sum(lines);
  const metrics = metering(workload);
  return { prices_of: PRICES_OF, workload, lines, together, metrics, elsewhere: elsewhere(workload) };
}

export async function main(args: string[]): Promise<number> {
  const { json, workload } = costOf(args);
  process.stdout.write(`${json ? JSON.stringify(facts(workload), null, 2) : report(workload)}\n`);
  return 0;
}
