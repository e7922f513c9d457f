/**
 * Snippets are programs that run when each YOUR_… is replaced. Known values are inserted, quoted for the language;
 * unknown ones keep the placeholder.
 */

export interface SnippetValues {
  BROKER_URL: string;
  TCP_HOST: string;
  TCP_PORT: string;
  USER_ID: string;
  DEVICE_ID: string;
  USERNAME: string;
  PASSWORD: string;
  API_KEY: string;
  API_URL: string;
  TOKEN: string;
}
type ValueName = keyof SnippetValues;

export type Language = "ino" | "c" | "py" | "yaml" | "js" | "sh";

const SECRETS: readonly ValueName[] = ["PASSWORD", "API_KEY"];
export const MASK = "••••••••••••";

const PLACEHOLDER = /(YOUR_[A-Z]+(?:_[A-Z]+)*)/;

const escaped = (text: string, special: RegExp): string => text.replace(special, "\\$&");

/** Escapes the text between quotes: double quotes, in a shell single ones. */
const QUOTING: Record<Language, (text: string) => string> = {
  // Also `?`: two of them and a third character can form a trigraph.
  ino: (text) => escaped(text, /["\\?]/g),
  py: (text) => escaped(text, /["\\]/g),
  c: (text) => escaped(text, /["\\?]/g),
  yaml: (text) => escaped(text, /["\\]/g),
  // Also the back quote and `$`, for template literals.
  js: (text) => escaped(text, /["\\`$]/g),
  sh: (text) => text.replaceAll("'", String.raw`'\''`),
};

export interface Piece {
  text: string;
  value?: "filled" | "missing" | "secret";
}

export function pieces(text: string, values: Partial<SnippetValues>, language: Language): Piece[] {
  return text
    .split(PLACEHOLDER)
    .filter((part) => part !== "")
    .map((part) => {
      if (!PLACEHOLDER.test(part)) return { text: part };
      const name = part.slice("YOUR_".length) as ValueName;
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (!value) return { text: part, value: "missing" };
      return { text: QUOTING[language](value), value: SECRETS.includes(name) ? "secret" : "filled" };
    });
}

export const fill = (text: string, values: Partial<SnippetValues>, language: Language): string =>
  pieces(text, values, language)
    .map((piece) => piece.text)
    .join("");
