/** PURE. A subset of Markdown as HTML: headings, paragraphs, lists, **bold**, *emphasis*, `code` and links. */

import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

interface Block {
  kind: keyof typeof ELEMENTS;
  lines: string[];
}

const ELEMENTS = {
  "#": ([line = ""]) => html`<h1>${inline(line)}</h1>`,
  "##": ([line = ""]) => html`<h2>${inline(line)}</h2>`,
  "###": ([line = ""]) => html`<h3>${inline(line)}</h3>`,
  "-": (lines) => html`<ul>${items(lines)}</ul>`,
  "1.": (lines) => html`<ol>${items(lines)}</ol>`,
  "": ([line = ""]) => html`<p>${inline(line)}</p>`,
} satisfies Record<string, (lines: string[]) => Html>;

const items = (lines: string[]): Html[] => lines.map((line) => html`<li>${inline(line)}</li>`);

/** Everything else is text: HTML is escaped. */
export const markdown = (text: string): Html[] =>
  blocksOf(text).map(({ kind, lines }) => ELEMENTS[kind](lines));

const LINE = /^(?:(?<heading>#{1,3}) +|(?<bullet>[-*]) +|(?<number>\d+\.) +)?(?<words>.*)$/;

/** A line without a mark continues the paragraph or list item above it. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    const { heading, bullet, number, words = "" } = LINE.exec(line.trim())?.groups ?? {};
    const kind = (heading ?? (bullet && "-") ?? (number && "1.") ?? "") as Block["kind"];
    const last = isOpen ? blocks.at(-1) : undefined;
    if (words === "") isOpen = false;
    else if (last !== undefined && kind === "") last.lines.push(`${last.lines.pop()} ${words}`);
    else if (last?.kind === kind) last.lines.push(words);
    else blocks.push({ kind, lines: [words] });
    if (words !== "") isOpen = heading === undefined;
  }
  return blocks;
}

const INLINE =
  /\*\*(?<bold>.+?)\*\*|\*(?<stressed>[^*]+)\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<url>(?:[^()\s]|\([^()\s]*\))+)\)/g;

function inline(text: string): (Html | string)[] {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const { 0: all, index, groups = {} } of text.matchAll(INLINE)) {
    parts.push(text.slice(end, index), elementOf(groups));
    end = index + all.length;
  }
  return [...parts, text.slice(end)];
}

/** No `javascript:` or `data:`. */
const SAFE_URL = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

function elementOf({
  bold,
  stressed,
  code,
  text = "",
  url = "",
}: Record<string, string | undefined>): Html | string {
  if (bold !== undefined) return html`<strong>${inline(bold)}</strong>`;
  if (stressed !== undefined) return html`<em>${stressed}</em>`;
  if (code !== undefined) return html`<code>${code}</code>`;
  return SAFE_URL.test(url) ? html`<a href="${url}">${text}</a>` : text;
}
