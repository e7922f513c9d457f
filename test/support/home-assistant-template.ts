/**
 * The part of Jinja that our templates use: values of a message, `default`, a choice of two, arithmetic, the filters of
 * lists, and those of a light's brightness and colour. Home Assistant adds `to_json`, and `int` with a base, to those of Jinja.
 */

const TOKEN = /\s*(?:'([^']*)'|(\{\})|(\d+(?:\.\d+)?(?:e[-+]?\d+)?)|([A-Za-z_]\w*)|([-+*/.,:=[\]()|]))/y;

type Kind = "string" | "number" | "other";
interface Token {
  text: string;
  kind: Kind;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const [, string, braces, number, ...others] = TOKEN.exec(source) ?? [];
    const text = string ?? braces ?? number ?? others.find((other) => other !== undefined);
    if (text === undefined) throw new Error(`This template is not known here: ${source}`);
    const kind = string !== undefined ? "string" : number !== undefined ? "number" : "other";
    tokens.push({ text, kind });
  }
  return tokens;
}

/** A missing key is undefined, as in Jinja. A key of an undefined value is an error there. */
function inside(value: unknown, key: string | number): unknown {
  if (value === undefined) throw new Error(`An undefined value has no key ${key}.`);
  if (Array.isArray(value)) return value[Number(key)];
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

const hex = (value: unknown): string => Number(value).toString(16).padStart(2, "0");

type Named = Record<string, unknown>;
/** Python's: an empty list is false. */
const isTrue = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
const isMapping = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** Looks inside a number or a text, too, and finds nothing there. */
const hasAttribute = (value: unknown, key: unknown): boolean =>
  isMapping(value) && (value as Record<string, unknown>)[String(key)] !== undefined;

const TESTS: Record<string, (value: unknown) => boolean> = {
  defined: (value) => value !== undefined,
  mapping: isMapping,
  sequence: (value) => Array.isArray(value) || typeof value === "string" || isMapping(value),
};

const FILTERS: Record<string, (value: unknown, given: unknown[], named: Named) => unknown> = {
  default: (value, [otherwise]) => (value === undefined ? otherwise : value),
  round: (value) => Math.round(Number(value)),
  int: (value, _, { base = 10 }) => Number.parseInt(String(value), Number(base)),
  sort: (value, _, { attribute }) => {
    const numberOf = (each: unknown) =>
      Number(attribute === undefined ? each : inside(each, String(attribute)));
    return [...(value as unknown[])].sort((a, b) => numberOf(a) - numberOf(b));
  },
  // the only test that is given to them is "defined"
  selectattr: (value, [key]) => [...(value as unknown[])].filter((each) => hasAttribute(each, key)),
  rejectattr: (value, [key]) => [...(value as unknown[])].filter((each) => !hasAttribute(each, key)),
  list: (value) => [...(value as unknown[])],
  last: (value) => (value as unknown[]).at(-1),
  to_json: (value) => JSON.stringify(value),
  format: (value, parts) => parts.reduce<string>((text, part) => text.replace("%02x", hex(part)), `${value}`),
};

class Expression {
  readonly #tokens: Token[];
  readonly #names: Record<string, unknown>;

  constructor(source: string, names: Record<string, unknown>) {
    this.#tokens = tokensOf(source);
    this.#names = names;
  }

  /** The value of the whole expression. */
  evaluate(): unknown {
    const value = this.value();
    if (this.#tokens.length > 0)
      throw new Error(`"${this.#tokens[0]?.text}" is not expected in the template.`);
    return value;
  }

  #take(): Token {
    const token = this.#tokens.shift();
    if (token === undefined) throw new Error("The template ends too early.");
    return token;
  }

  #takes(text: string): boolean {
    const [next] = this.#tokens;
    if (next?.kind !== "other" || next.text !== text) return false;
    this.#tokens.shift();
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw new Error(`"${text}" is missing in the template.`);
  }

  value(): unknown {
    const first = this.#either();
    if (!this.#takes("if")) return first;
    const isFirst = isTrue(this.#either());
    this.#expect("else");
    const second = this.#either();
    return isFirst ? first : second;
  }

  #either(): unknown {
    let value = this.#both();
    while (this.#takes("or")) {
      const other = this.#both();
      value = isTrue(value) ? value : other;
    }
    return value;
  }

  #both(): unknown {
    let value = this.#tested();
    while (this.#takes("and")) {
      const other = this.#tested();
      value = isTrue(value) ? other : value;
    }
    return value;
  }

  #tested(): unknown {
    const value = this.#sum();
    if (!this.#takes("is")) return value;
    const isNot = this.#takes("not");
    const { text } = this.#take();
    const test = TESTS[text];
    if (test === undefined) throw new Error(`The test ${text} is not known here.`);
    return test(value) !== isNot;
  }

  #sum(): unknown {
    let value = this.#product();
    for (;;) {
      if (this.#takes("+")) value = Number(value) + Number(this.#product());
      else if (this.#takes("-")) value = Number(value) - Number(this.#product());
      else return value;
    }
  }

  #product(): unknown {
    let value = this.#filtered();
    for (;;) {
      if (this.#takes("*")) value = Number(value) * Number(this.#filtered());
      else if (this.#takes("/")) value = Number(value) / Number(this.#filtered());
      else return value;
    }
  }

  #filtered(): unknown {
    let value = this.#path();
    while (this.#takes("|")) {
      const { text } = this.#take();
      const filter = FILTERS[text];
      if (filter === undefined) throw new Error(`The filter ${text} is not known here.`);
      const { given, named } = this.#takes("(") ? this.#arguments() : { given: [], named: {} };
      value = filter(value, given, named);
    }
    return value;
  }

  #arguments(): { given: unknown[]; named: Named } {
    const given: unknown[] = [];
    const named: Named = {};
    do {
      const name = ["base", "attribute"].find((each) => this.#takes(each));
      if (name !== undefined) {
        this.#expect("=");
        named[name] = this.value();
      } else given.push(this.value());
    } while (this.#takes(","));
    this.#expect(")");
    return { given, named };
  }

  #path(): unknown {
    let value = this.#atom();
    for (;;) {
      if (this.#takes(".")) value = inside(value, this.#take().text);
      else if (this.#takes("[")) value = this.#item(value);
      else return value;
    }
  }

  #item(value: unknown): unknown {
    const from = this.value() as string | number;
    const isSlice = this.#takes(":");
    const to = isSlice ? Number(this.value()) : 0;
    this.#expect("]");
    if (!isSlice) return inside(value, from);
    // Jinja evaluates only the chosen side of a choice
    return value === undefined ? undefined : String(value).slice(Number(from), to);
  }

  #atom(): unknown {
    const token = this.#take();
    if (token.kind === "string") return token.text;
    if (token.kind === "number") return Number(token.text);
    if (token.text === "{}") return {};
    if (token.text === "[") return this.#list();
    if (token.text !== "(") return this.#names[token.text];
    const value = this.value();
    this.#expect(")");
    return value;
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    do items.push(this.value());
    while (this.#takes(","));
    this.#expect("]");
    return items;
  }
}

/** As Python writes a value. */
function written(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return String(value ?? "");
}

/** Renders a template: texts, `{{ … }}`, `{% set … %}`, and `{% if … %}…{% endif %}` without an else. */
export function render(template: string, given: Record<string, unknown>): string {
  const names = { ...given };
  const begun = template.replaceAll(/\{% set (\w+) = (.*?) %\}/g, (_, name, source) => {
    names[name] = new Expression(source, names).evaluate();
    return "";
  });
  const chosen = begun.replaceAll(/\{% if (.*?) %\}(.*?)\{% endif %\}/g, (_, condition, text) =>
    new Expression(condition, names).evaluate() ? text : "",
  );
  return chosen.replaceAll(/\{\{ (.*?) \}\}/g, (_, source) =>
    written(new Expression(source, names).evaluate()),
  );
}

/** `state` is the entity's previous state. */
export function renderTemplate(template: string | undefined, payload: string, state = "unknown"): string {
  if (template === undefined) return payload;
  return render(template, { value_json: JSON.parse(payload), this: { state } });
}
