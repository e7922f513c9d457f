/**
 * The part of Jinja that our templates use: values of a message, `default`, a choice of two, arithmetic, and the filters of
 * a light's brightness and colour. Home Assistant adds `to_json`, and `int` with a base, to those of Jinja.
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
const FILTERS: Record<string, (value: unknown, given: unknown[], named: Named) => unknown> = {
  default: (value, [otherwise]) => (value === undefined ? otherwise : value),
  round: (value) => Math.round(Number(value)),
  int: (value, _, { base = 10 }) => Number.parseInt(String(value), Number(base)),
  sort: (value) => (value as number[]).toSorted((a, b) => a - b),
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
    const first = this.#tested();
    if (!this.#takes("if")) return first;
    const isFirst = Boolean(this.#tested());
    this.#expect("else");
    const second = this.#tested();
    return isFirst ? first : second;
  }

  #tested(): unknown {
    const value = this.#sum();
    if (!this.#takes("is")) return value;
    this.#expect("defined");
    return value !== undefined;
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
      if (this.#takes("base")) {
        this.#expect("=");
        named.base = this.value();
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

/** Renders a template: texts, `{{ … }}`, and `{% if … %}…{% endif %}` without an else. */
export function render(template: string, names: Record<string, unknown>): string {
  const chosen = template.replaceAll(/\{% if (.*?) %\}(.*?)\{% endif %\}/g, (_, condition, text) =>
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
