import { type ComponentType, createElement, type ReactNode } from "react";
import { CopyIconButton } from "../../../ui/copy.tsx";
import { part as partOf } from "../../../ui/loading/part.tsx";
import { languageOf } from "./catalogue.ts";
import { fill, MASK, type Piece, pieces } from "./fill.ts";
import "./snippet.css";
import type { Guide } from "../use-guide.ts";

interface FilledIn {
  guide: Guide;
}

type Tokens = readonly (readonly [kind: string, text: string])[];

const FILES = import.meta.glob<Tokens>("./snippets/*", { query: "?snippet", import: "default" });

/** Returns the file's text as highlighted tokens (`web/build/snippet-tokens.ts`). */
export async function loadSnippet(file: string): Promise<Tokens> {
  const load = FILES[`./snippets/${file}`];
  if (load === undefined) throw new Error(`There is no snippet ${file}`);
  return load();
}

const fetched = new Map<string, ComponentType<FilledIn>>();

/** Returns the same component each time, so that a file is loaded once. */
function codeOf(file: string): ComponentType<FilledIn> {
  let code = fetched.get(file);
  if (code === undefined) {
    code = partOf(async () => {
      const tokens = await loadSnippet(file);
      return { default: ({ guide }: FilledIn) => <Code file={file} tokens={tokens} guide={guide} /> };
    });
    fetched.set(file, code);
  }
  return code;
}

export const Snippet = ({ file, guide }: { file: string; guide: Guide }) =>
  createElement(codeOf(file), { guide });

function Code({ file, tokens, guide }: FilledIn & { file: string; tokens: Tokens }) {
  const { values, secretsShown } = guide;
  const language = languageOf(file);
  const copied = () => fill(tokens.map(([, text]) => text).join(""), values, language);
  return (
    <figure className="snippet min-w-0 overflow-hidden rounded-lg border border-hairline bg-well">
      <figcaption className="flex items-center justify-between border-b border-hairline bg-panel py-1 pr-1 pl-4">
        <span className="font-mono text-xs text-soft">{file}</span>
        <CopyIconButton text={copied()} label={`Copy ${file}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
      <pre tabIndex={0} className="overflow-x-auto p-4 text-[0.8125rem] leading-5.5 -outline-offset-2">
        {/* As arguments, not as a list: the order never changes, so no keys are needed. */}
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
