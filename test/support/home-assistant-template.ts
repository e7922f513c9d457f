/**
 * The part of Jinja that our value templates use: paths into `value_json`, `default`, and a choice of two.
 */

const TOKEN = /\s*(?:'([^']*)'|(\{\})|([A-Za-z_]\w*)|([.[\]()|]))/y;

interface Token {
  text: string;
  isString: boolean;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const [, string, ...others] = TOKEN.exec(source) ?? [];
    const text = string ?? others.find((other) => other !== undefined);
    if (text === undefined) throw new Error(`This template is not known here: ${source}`);
    tokens.push({ text, isString: string !== undefined });
  }
  return tokens;
}

/** A missing key is undefined, as in Jinja. */
const inside = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;

class Expression {
  readonly #tokens: Token[];
  readonly #names: Record<string, unknown>;

  constructor(source: string, names: Record<string, unknown>) {
    this.#tokens = tokensOf(source);
    this.#names = names;
  }

  #take(): Token {
    const token = this.#tokens.shift();
    if (token === undefined) throw new Error("The template ends too early.");
    return token;
  }

  #takes(text: string): boolean {
    const [next] = this.#tokens;
    if (next === undefined || next.isString || next.text !== text) return false;
    this.#tokens.shift();
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw new Error(`"${text}" is missing in the template.`);
  }

  value(): unknown {
    const first = this.#filtered();
    if (!this.#takes("if")) return first;
    const isFirst = Boolean(this.#filtered());
    this.#expect("else");
    const second = this.#filtered();
    return isFirst ? first : second;
  }

  #filtered(): unknown {
    let value = this.#path();
    while (this.#takes("|")) {
      this.#expect("default");
      this.#expect("(");
      const otherwise = this.value();
      this.#expect(")");
      value = value === undefined ? otherwise : value;
    }
    return value;
  }

  #path(): unknown {
    let value = this.#atom();
    for (;;) {
      if (this.#takes(".")) value = inside(value, this.#take().text);
      else if (this.#takes("[")) {
        value = inside(value, this.#take().text);
        this.#expect("]");
      } else return value;
    }
  }

  #atom(): unknown {
    const token = this.#take();
    if (token.isString) return token.text;
    if (token.text === "{}") return {};
    if (token.text === "(") {
      const value = this.value();
      this.#expect(")");
      return value;
    }
    return this.#names[token.text];
  }
}

/** `state` is the entity's previous state. */
export function renderTemplate(template: string | undefined, payload: string, state = "unknown"): string {
  if (template === undefined) return payload;
  const source = /^\{\{ (.*) \}\}$/.exec(template)?.[1];
  if (source === undefined) throw new Error(`This template is not known here: ${template}`);
  const names = { value_json: JSON.parse(payload), this: { state } };
  return String(new Expression(source, names).value() ?? "");
}
