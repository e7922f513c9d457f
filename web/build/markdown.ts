/** The rendered guide as Markdown. */

import Turndown from "turndown";

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;
const attribute = (node: Node, name: string): string | null =>
  isElement(node) ? node.getAttribute(name) : null;
const isIn = (node: Node, parent: string): boolean => node.parentNode?.nodeName === parent;
const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ");

/** Converts the title, the lead and the sections. */
export function guideMarkdown(place: Element): string {
  const service = converter(place);
  const title = place.querySelector("main > h1")?.textContent ?? "";
  const parts = place.querySelectorAll<HTMLElement>("main > h1 + p, main > section");
  return `# ${title}\n\n${[...parts].map((part) => service.turndown(part)).join("\n\n")}\n`;
}

function converter(place: Element): Turndown {
  const service = new Turndown({ headingStyle: "atx", bulletListMarker: "-", emDelimiter: "*" });
  const rule = (name: string, filter: Turndown.Filter, replacement: Turndown.ReplacementFunction) =>
    service.addRule(name, { filter, replacement });
  rule("controls", ["button"], () => "");
  rule(
    "unseen",
    (node) => ["tablist", "status"].includes(attribute(node, "role") ?? ""),
    () => "",
  );
  rule(
    "fact",
    (node) => node.nodeName === "DIV" && isIn(node, "DL"),
    (content) => `- ${oneLine(content)}\n`,
  );
  rule("facts", "dl", (content) => `\n\n${content}\n\n`);
  rule("term", "dt", (content) => `**${oneLine(content)}**: `);
  rule("meaning", "dd", oneLine);
  rule("field", "input", (_, node) => `\`${attribute(node, "value")}\``);
  rule(
    "tab",
    (node) => attribute(node, "role") === "tabpanel",
    (content, node) => {
      const tab = place.querySelector(`[id="${attribute(node, "aria-labelledby")}"]`);
      return `\n\n### ${tab?.textContent}\n\n${content.trim()}\n\n`;
    },
  );
  rule("file", "figcaption", (_, node) => `\`${node.textContent?.trim()}\`\n\n`);
  rule("program", "pre", (_, node) => {
    const file = node.parentNode?.querySelector("figcaption")?.textContent ?? "";
    return `\n\n\`\`\`${file.slice(file.lastIndexOf(".") + 1)}\n${node.textContent}\n\`\`\`\n\n`;
  });
  return service;
}
