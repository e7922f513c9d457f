/** The guide's Markdown as trees that the page shows without a parser (`features/guide/guide-body.tsx`). */

import { Lexer, type Token, type Tokens } from "marked";
import type { GuideNode } from "../src/features/guide/guide-body.tsx";
import type { GuideName } from "../src/features/guide/later-values.ts";

export interface GuideFile {
  title: string;
  lead: string;
  sections: [id: string, title: string, nodes: GuideNode[]][];
}

/** `#name` and `^name` begin a part that depends on a value, `/name` ends it, `>name` and `name` are a value. */
const MARK = /\{\{([#^/>]?)(\w+)\}\}/;

/** A node, or the begin or end of a part whose nodes stand between two of them. */
type Item = GuideNode | { begin: "#" | "^"; name: GuideName } | { end: string };

export function guideTree(markdown: string, names: readonly string[]): GuideFile {
  const guide: GuideFile = { title: "", lead: "", sections: [] };
  let items: Item[] = [];
  const finish = () => guide.sections.at(-1)?.[2].push(...nested(items));
  for (const token of Lexer.lex(markdown)) {
    if (isHeading(token, 1)) guide.title = token.text;
    else if (isHeading(token, 2)) {
      finish();
      items = [];
      guide.sections.push([token.text.toLowerCase().replaceAll(" ", "-"), token.text, []]);
    } else if (guide.sections.length > 0) items.push(...block(token, names));
    else if (token.type === "paragraph") guide.lead = token.text.replaceAll("\n", " ");
  }
  finish();
  return guide;
}

const isHeading = (token: Token, depth: number): token is Tokens.Heading =>
  token.type === "heading" && (token as Tokens.Heading).depth === depth;

function block(token: Token, names: readonly string[]): Item[] {
  switch (token.type) {
    case "space":
      return [];
    case "heading":
      return [["h3", ...inline(token.tokens, names)]];
    case "paragraph": {
      // A mark that is a paragraph of its own stands for blocks.
      const alone = MARK.exec(token.text)?.[0] === token.text;
      return alone ? marks(token.text, names) : [["p", ...inline(token.tokens, names)]];
    }
    case "list":
      return [list((token as Tokens.List).items, names)];
    default:
      throw new Error(`The guide has no ${token.type}: adapt web/build/guide-tree.ts. ${token.raw}`);
  }
}

/** A list of facts, if each item begins with a bold term and a colon. */
function list(items: readonly Tokens.ListItem[], names: readonly string[]): GuideNode {
  const texts = items.map(({ tokens }) => (tokens[0] as Tokens.Text | undefined)?.tokens ?? []);
  const isFacts = texts.every(([first, second]) => first?.type === "strong" && second?.raw.startsWith(": "));
  if (!isFacts) return ["ul", ...texts.map((text): GuideNode => ["li", ...inline(text, names)])];
  const facts = texts.map(([term, ...meaning]): GuideNode => {
    const words = inline(meaning, names);
    const first = String(words[0]).slice(": ".length);
    const text = first === "" ? words.slice(1) : [first, ...words.slice(1)];
    const [name = ""] = inline((term as Tokens.Strong).tokens, names);
    return ["fact", name, ...text];
  });
  return ["dl", ...facts];
}

const inline = (tokens: readonly Token[] | undefined, names: readonly string[]): GuideNode[] =>
  nested((tokens ?? []).flatMap((token) => span(token, names)));

function span(token: Token, names: readonly string[]): Item[] {
  switch (token.type) {
    case "text":
    case "escape":
      return marks(token.text, names);
    case "codespan":
      return [["code", ...nested(marks(token.text, names))]];
    case "em":
      return [["em", ...inline(token.tokens, names)]];
    case "link":
      return [link(token as Tokens.Link, names)];
    default:
      throw new Error(`The guide has no ${token.type}: adapt web/build/guide-tree.ts. ${token.raw}`);
  }
}

/** Addresses of the page are the router's links. A link can ask a screen for its dialog or for one of its tabs. */
function link({ href, tokens }: Tokens.Link, names: readonly string[]): GuideNode {
  if (/\?(?!(connect=true|tab=\w+)$)/.test(href))
    throw new Error(`The guide cannot link ${href}: adapt guide-body.tsx`);
  return [href.startsWith("/") ? "Link" : "a", href, ...inline(tokens, names)];
}

function marks(text: string, names: readonly string[]): Item[] {
  const items: Item[] = [];
  let rest = text.replaceAll("\n", " ");
  for (let mark = MARK.exec(rest); mark !== null; mark = MARK.exec(rest)) {
    const [whole, kind, name = ""] = mark;
    if (!names.includes(name)) throw new Error(`The guide names ${whole}, which guide-values.ts has not`);
    if (mark.index > 0) items.push(rest.slice(0, mark.index));
    if (kind === "#" || kind === "^") items.push({ begin: kind, name: name as GuideName });
    else items.push(kind === "/" ? { end: name } : ["=", name as GuideName]);
    rest = rest.slice(mark.index + whole.length);
  }
  return rest === "" ? items : [...items, rest];
}

/** Puts the nodes between the begin and the end of a part into a node of their own. */
function nested(items: readonly Item[]): GuideNode[] {
  const open: { begin: "#" | "^"; name: GuideName; before: GuideNode[] }[] = [];
  let nodes: GuideNode[] = [];
  for (const item of items) {
    if (typeof item === "string" || Array.isArray(item)) nodes.push(item as GuideNode);
    else if ("begin" in item) {
      open.push({ ...item, before: nodes });
      nodes = [];
    } else {
      const part = open.pop();
      if (part?.name !== (item as { end: string }).end)
        throw new Error(`{{/${(item as { end: string }).end}}} ends nothing`);
      nodes = [...part.before, [part.begin, part.name, ...nodes]];
    }
  }
  const [left] = open;
  if (left !== undefined) throw new Error(`{{${left.begin}${left.name}}} has no end`);
  return nodes;
}
