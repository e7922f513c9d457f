import { Link } from "@tanstack/react-router";
import { createElement, type ElementType, Fragment, type ReactNode } from "react";
import { Code } from "./guide-page.tsx";
import { holds } from "./guide-values.ts";
import type { GuideName } from "./later-values.ts";

/**
 * The guide as the build makes it from Markdown (`web/build/guide-tree.ts`). `["p", "text"]` is an element, `["a", href,
 * "text"]` a link out of the page, `["Link", to, "text"]` one of the router, `["fact", term, "text"]` a line of a list of
 * facts, `["=", name]` a value; `["#", name, …]` and `["^", name, …]` are shown if the value holds, or does not.
 */
export type GuideNode = string | GuideElement;
interface GuideElement extends Readonly<[tag: string, ...children: GuideNode[]]> {}

/** A function wraps the text of `{{#name}}…{{/name}}`. */
export type GuideParts = Record<GuideName, ReactNode | ((children: ReactNode) => ReactNode)>;
type SomeParts = Partial<GuideParts>;

export const UNDERLINED = "font-medium underline underline-offset-2";
const CLASSES: Record<string, string> = {
  h3: "font-medium",
  ul: "grid list-disc gap-2 pl-5 marker:text-soft",
  dl: "overflow-hidden rounded-lg border border-hairline bg-panel text-sm",
};
const FACT =
  "grid gap-x-6 gap-y-1 border-b border-hairline px-4 py-3 last:border-0 sm:grid-cols-[11rem_minmax(0,1fr)]";
const MEANING = "min-w-0 text-soft";

export const GuideBody = ({ nodes, parts }: { nodes: readonly GuideNode[]; parts: SomeParts }) =>
  element(Fragment, null, nodes, parts);

/** Children as arguments, not as a list: their order never changes, so no keys are needed. */
const element = (
  type: ElementType,
  properties: object | null,
  children: readonly GuideNode[],
  parts: SomeParts,
): ReactNode => createElement(type, properties, ...children.map((child) => shown(child, parts)));

function shown(node: GuideNode, parts: SomeParts): ReactNode {
  if (typeof node === "string") return node;
  const [tag, ...children] = node;
  const [first, ...rest] = children;
  const value = parts[first as GuideName];
  const inside = () => element(Fragment, null, rest, parts);
  switch (tag) {
    case "=":
      return value as ReactNode;
    case "#":
      return typeof value === "function" ? value(inside()) : holds(value) && inside();
    case "^":
      return !holds(value) && inside();
    case "fact": {
      const term = element("dt", { className: "font-medium" }, [first ?? ""], parts);
      return createElement(
        "div",
        { className: FACT },
        term,
        element("dd", { className: MEANING }, rest, parts),
      );
    }
    case "a":
      return element("a", { href: first, className: UNDERLINED }, rest, parts);
    case "Link": {
      const [to, name, value] = String(first).split(/[?=]/);
      const search = name && { [name]: value === "true" || value };
      return element(Link, { to, search, className: UNDERLINED }, rest, parts);
    }
    case "code":
      return element(Code, null, children, parts);
    default:
      return element(tag as ElementType, { className: CLASSES[tag] }, children, parts);
  }
}
