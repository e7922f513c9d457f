import { createElement, type ReactNode, use } from "react";
import { CopyIconButton } from "../../ui/copy.tsx";
import { languageOf, type Snippet as SnippetFile, type Tokens } from "./catalogue.ts";
import { fill, MASK, type Piece, pieces } from "./fill.ts";
import "./snippet.css";
import type { Guide } from "./use-guide.ts";

const loading = new Map<SnippetFile["load"], Promise<Tokens>>();

/** The same promise each time, as `use` wants it; a failure is forgotten, so that the next look asks again. */
function tokensOf({ load }: SnippetFile): Promise<Tokens> {
  let tokens = loading.get(load);
  if (tokens === undefined) {
    tokens = load().then((module) => module.default);
    tokens.catch(() => loading.delete(load));
    loading.set(load, tokens);
  }
  return tokens;
}

/** A file as code, filled in, with its name and a button that copies what it really says. */
export function Snippet({ snippet, guide }: { snippet: SnippetFile; guide: Guide }) {
  const tokens = use(tokensOf(snippet));
  const { values, secretsShown } = guide;
  const language = languageOf(snippet.file);
  const copied = () => fill(tokens.map(([, text]) => text).join(""), values, language);
  return (
    <figure className="snippet min-w-0 overflow-hidden rounded-lg border border-hairline bg-well">
      <figcaption className="flex items-center justify-between border-b border-hairline bg-panel py-1 pr-1 pl-4">
        <span className="font-mono text-xs text-soft">{snippet.file}</span>
        <CopyIconButton text={copied()} label={`Copy ${snippet.file}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto p-4 text-[0.8125rem] leading-5.5 -outline-offset-2">
        {/* As arguments, not as a list: the parts of a file never change places, and so need no keys. */}
        {createElement(
          "code",
          null,
          ...tokens.map(([kind, text]) =>
            createElement(
              "span",
              kind === "" ? null : { className: kind },
              ...pieces(text, values, language).map((piece) => part(piece, !secretsShown)),
            ),
          ),
        )}
      </pre>
    </figure>
  );
}

function part({ text, value }: Piece, masked: boolean): ReactNode {
  if (value === undefined) return text;
  return createElement("span", { "data-value": value }, value === "secret" && masked ? MASK : text);
}
