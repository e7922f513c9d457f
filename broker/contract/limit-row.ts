/** What a limit is: a row of a table, and the values that the program reads from the rows. */

interface Limit {
  default: number | boolean;
  /** What the number counts. */
  unit: string;
  /** The field by which an operator sets the limit for one account; without it, it is the same for all. */
  account?: string;
  /**
   * A connection copies the value when it begins, or its CONNACK announces it: a change holds for later connections. Such
   * a limit has no `account`, whose changes hold at once.
   */
  isCopied?: true;
  /** What a call over HTTP reads that reaches it. */
  http?: HttpAnswer;
}

/** With the sentence that a client reads, and the page's advice beside the refusal. */
interface MqttLimit extends Limit {
  mqtt: MqttAnswer;
  advice: string;
}

interface OtherLimit extends Limit {
  mqtt?: undefined;
  advice?: string;
}

export type LimitRow = MqttLimit | OtherLimit;

export interface MqttAnswer {
  /** A name in `REASONS` (`broker/session/reason.ts`). */
  reason: string;
  /** `most`: the value in force. `actual`: how much there was, where the sentence says so. */
  words: (most: number, actual: number) => string;
}

export interface HttpAnswer {
  status: 400 | 403 | 408 | 413 | 429 | 503;
  words: (most: number) => string;
}

export type LimitTable = Record<string, LimitRow>;
/** The limits as the rest of the program reads them: values by name. */
export type LimitValues<Table extends LimitTable> = {
  -readonly [Name in keyof Table]: Table[Name]["default"] extends boolean ? boolean : number;
};
/** The names of the rows that have this part. */
export type LimitWith<Part extends keyof LimitRow, Table extends LimitTable> = {
  [Name in keyof Table]: Part extends keyof Table[Name] ? Name : never;
}[keyof Table];

/** The values of a table: the environment's variables over the defaults. Throws a sentence that names an invalid one. */
export function readLimits<Table extends LimitTable>(
  table: Table,
  variables: Record<string, unknown>,
): LimitValues<Table> {
  const limits: Record<string, number | boolean> = {};
  for (const [name, row] of Object.entries(table)) {
    const value = variables[name];
    if (value === undefined || value === "") limits[name] = row.default;
    else limits[name] = typeof row.default === "boolean" ? asBoolean(name, value) : asCount(name, value);
  }
  return limits as LimitValues<Table>;
}

function asBoolean(name: string, value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`${name} must be true or false, not "${text}".`);
}

function asCount(name: string, value: unknown): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`${name} must be a whole number of 0 or more, not "${String(value)}".`);
}
