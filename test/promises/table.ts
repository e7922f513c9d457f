/** Tables of threats and faults, and the tests that prove each row, found by the numbers in test titles. */

export interface Entry {
  number: string;
  who: string;
  what: string;
  answer: string;
}

/** A number in the title of a test: `"keeps accounts apart [T12]"`. */
export interface Tag {
  number: string;
  /** The test's title and its file. */
  where: string;
}

const STRING = /(["'`])((?:(?!\1)[^\\\n]|\\.)*\[[TF]\d+\](?:(?!\1)[^\\\n]|\\.)*)\1/g;
const TAG = /\[([TF]\d+)\]/g;
/** Before the title of a test that runs, of a row of titles, or of a promise of the crash campaign. */
const BEFORE_TITLE = /(?:\b(?:test|it|describe|touch)(?:\.(?!skip|todo)\w+)*\(|\)\(|\[|\bpromise:)\s*$/;

/** The tags in titles: a comment, a skipped test or another text proves nothing. */
export function tagsIn(file: string, text: string): Tag[] {
  return [...text.matchAll(STRING)].flatMap(({ index, 2: title = "" }) => {
    if (!BEFORE_TITLE.test(text.slice(0, index))) return [];
    const words = title
      .replaceAll(/\s*\[[^\]]*\d\]\s*/g, " ")
      .replaceAll('\\"', '"')
      .trim();
    return [...title.matchAll(TAG)].map(([, number = ""]) => ({ number, where: `${words} (${file})` }));
  });
}

export interface PromiseRow extends Entry {
  tests: string[];
  excuse: string | null;
}

export const rowsOf = (
  entries: readonly Entry[],
  tags: readonly Tag[],
  excuses: Readonly<Record<string, string>>,
): PromiseRow[] =>
  entries.map((entry) => ({
    ...entry,
    tests: [
      ...new Set(tags.filter(({ number }) => number === entry.number).map(({ where }) => where)),
    ].sort(),
    excuse: excuses[entry.number] ?? null,
  }));

const cell = (text: string): string => text.replaceAll("|", "\\|");
const proof = ({ tests, excuse }: PromiseRow): string =>
  tests.length > 0 ? tests.join("<br>") : (excuse ?? "**missing**");

export interface Page {
  title: string;
  about: string;
  /** Headings of the columns. The one of `who` is left out in a table without it. */
  heads: readonly string[];
}

export function render({ title, about, heads }: Page, rows: readonly PromiseRow[]): string {
  const lines = rows.map((row) => {
    const cells = [row.number, row.who, row.what, row.answer, proof(row)];
    const shown = heads.length === cells.length ? cells : cells.filter((_, index) => index !== 1);
    return `| ${shown.map(cell).join(" | ")} |`;
  });
  return [
    `# ${title}`,
    "",
    `${about} The last column is made from the numbers in the names of the tests: \`npx vitest run --config test/vitest.config.ts --project architecture promises -u\` writes it anew, and without \`-u\` the same test fails where it is not up to date or a row has neither a test nor a reason.`,
    "",
    `| ${heads.join(" | ")} |`,
    `|${heads.map(() => "---").join("|")}|`,
    ...lines,
    "",
  ].join("\n");
}
