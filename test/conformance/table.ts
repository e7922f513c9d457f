/** The table of the standards' statements: the broker's code and the test of each. */

import { CONNECT_PACKETS, PACKETS } from "../support/packets.ts";
import { MQTT_3_1_1 } from "./mqtt-3.1.1.ts";
import { MQTT_5 } from "./mqtt-5.ts";
import { NOT_APPLICABLE } from "./not-applicable.ts";

export type Standard = "3.1.1" | "5";
export const STANDARDS = ["3.1.1", "5"] as const;

export interface Statement {
  number: string;
  binds: "server" | "client" | "both";
  asks: string;
}

/** A clause number in a comment or in the title of a test. */
export interface Mention {
  standard: Standard;
  number: string;
  /** A source file, or a test's title and file. */
  where: string;
}

export interface StatementRow extends Statement {
  code: string[];
  tests: string[];
  /** Why no test can prove it; null where one could. */
  excuse: string | null;
}

const statementsOf = (text: string): Statement[] =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [number = "", binds = "", ...words] = line.split(" ");
      return { number, binds: binds as Statement["binds"], asks: words.join(" ") };
    });

export const STATEMENTS: Record<Standard, readonly Statement[]> = {
  "3.1.1": statementsOf(MQTT_3_1_1),
  "5": statementsOf(MQTT_5),
};

const known = (standard: Standard, number: string): boolean =>
  STATEMENTS[standard].some((each) => each.number === number);

/** Includes two numbers that the standard of 3.1.1 misspells: MQTT-3-8.3-4 and MQTT-3.1.2.7. */
const CLAUSE = /MQTT-(\d+)[.-](\d+\.\d+)[-.](\d+)(?![.\d])/;
const numberOf = (match: RegExpMatchArray): string => `${match[1]}.${match[2]}-${match[3]}`;

const wordsOf = (standard: Standard, number: string): string[] =>
  STATEMENTS[standard].find((each) => each.number === number)?.asks.split(/\W+/) ?? [];

/** Whether a number has the same meaning in both standards: more than half of the words are equal. */
function alike(number: string): boolean {
  const [old, now] = [wordsOf("3.1.1", number), wordsOf("5", number)];
  const shared = old.filter((word) => now.includes(word)).length;
  return shared > 0 && shared > Math.max(old.length, now.length) / 2;
}

/**
 * Clause numbers in comments. The standards number many statements differently: a number belongs to MQTT 5
 * unless "3.1.1" precedes it or MQTT 5 lacks it, and to both where the meaning is the same.
 */
export function mentionsInCode(file: string, text: string): Mention[] {
  return text.split("\n").flatMap((line) =>
    [...line.matchAll(new RegExp(`(3\\.1\\.1\\s+)?\\[${CLAUSE.source}\\]`, "g"))].flatMap((match) => {
      const [, old, ...parts] = match;
      const number = numberOf(["", ...parts] as unknown as RegExpMatchArray);
      const standard: Standard = old !== undefined || !known("5", number) ? "3.1.1" : "5";
      return alike(number)
        ? STANDARDS.map((each) => ({ standard: each, number, where: file }))
        : [{ standard, number, where: file }];
    }),
  );
}

/**
 * In titles of tests "3.1.1" or "5" precedes the numbers: `3.1.1 [MQTT-3.1.0-2] 5 [MQTT-3.1.0-2] a second
 * CONNECT`.
 */
export function mentionsInTests(file: string, text: string): Mention[] {
  const titles = text.match(/(["'`])(?:(?!\1)[^\\\n]|\\.)*\[MQTT-(?:(?!\1)[^\\\n]|\\.)*\1/g) ?? [];
  return titles.flatMap((literal) => {
    const title = literal.slice(1, -1).replaceAll('\\"', '"');
    const words = title.replaceAll(/(?:(?:3\.1\.1|5) )?\[MQTT-[^\]]+\] ?/g, "").trim();
    let standard: Standard | null = null;
    const mentions: Mention[] = [];
    for (const match of title.matchAll(new RegExp(`(?:(3\\.1\\.1|5) )?\\[${CLAUSE.source}\\]`, "g"))) {
      const [, named, ...parts] = match;
      standard = (named as Standard | undefined) ?? standard;
      if (standard === null) continue;
      const number = numberOf(["", ...parts] as unknown as RegExpMatchArray);
      mentions.push({ standard, number, where: `${words} (${file})` });
    }
    return mentions;
  });
}

/** Every named packet is tested with the codec and with the whole broker. */
export const mentionsInPackets = (): Mention[] =>
  [...CONNECT_PACKETS, ...PACKETS].flatMap(({ clause, version, name, refused }) => {
    const match = clause.match(CLAUSE);
    if (match === null) return [];
    const where = `${refused === null ? "takes" : "refuses"} ${name} (codec/named-packets, hostile)`;
    return [{ standard: version === 4 ? "3.1.1" : "5", number: numberOf(match), where }];
  });

const unique = (list: readonly string[]): string[] => [...new Set(list)];

export function rowsOf(
  standard: Standard,
  code: readonly Mention[],
  tests: readonly Mention[],
): StatementRow[] {
  const of = (list: readonly Mention[], number: string): string[] =>
    unique(
      list.filter((each) => each.standard === standard && each.number === number).map((each) => each.where),
    );
  return STATEMENTS[standard].map((statement) => ({
    ...statement,
    code: of(code, statement.number),
    tests: of(tests, statement.number),
    excuse: NOT_APPLICABLE[standard][statement.number] ?? null,
  }));
}

/** The maximum of tests named in a row; further ones are counted. */
const NAMED = 3;

function proof({ tests, excuse, binds }: StatementRow): string {
  const named = tests.slice(0, NAMED).join("<br>");
  const more = tests.length > NAMED ? `<br>and ${tests.length - NAMED} more` : "";
  if (tests.length > 0) return named + more;
  return excuse ?? (binds === "client" ? "the client's part" : "**missing**");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

export function render(rows: Record<Standard, readonly StatementRow[]>): string {
  const parts = STANDARDS.map((standard) => {
    const lines = rows[standard].map(
      (row) =>
        `| ${row.number} | ${row.binds} | ${cell(row.asks)} | ${row.code.join("<br>")} | ${cell(proof(row))} |`,
    );
    const server = rows[standard].filter((row) => row.binds !== "client");
    const proven = server.filter((row) => row.tests.length > 0).length;
    return [
      `## MQTT ${standard}`,
      "",
      `${rows[standard].length} statements, ${server.length} of them bind a server; ${proven} are proven by tests, ${server.length - proven} cannot apply.`,
      "",
      "| MQTT- | binds | what it asks | in `broker/` | proven by |",
      "|---|---|---|---|---|",
      ...lines,
    ].join("\n");
  });
  return `# Conformance

Every numbered statement of both standards, in our words. This table is made from the clause numbers in the code's comments and in the titles of the tests: \`npx vitest run --config test/vitest.config.ts --project architecture conformance -u\` writes it anew, and without \`-u\` the same test fails where it is not up to date or a statement is neither proven nor excused. Tests run against the real object, in the default and the full profile, unless the file says otherwise.

${parts.join("\n\n")}
`;
}
