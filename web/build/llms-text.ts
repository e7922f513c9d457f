/** `llms.txt`: where programs find what they can read (https://llmstxt.org). */

import { COMMAND_IN_CLONE } from "../../worker/contract/addresses.ts";
import { REFERENCE_PATH } from "../../worker/contract/service.ts";

/** The summary is that of the page's index. */
export function llmsText(index: string, guide: string): string {
  const summary = /<meta\s+name="description"\s+content="([^"]+)"/.exec(index)?.[1];
  if (summary === undefined) throw new Error("The page has no description: adapt web/build/llms-text.ts");
  const [title] = headings(guide, "# ");
  return `# Switchyard

> ${summary}

Programs use tokens, which people make on the page under Profile. In a clone of the source, \`${COMMAND_IN_CLONE} help\` is the command line.

## Docs

- [${title}](/docs.md): ${headings(guide, "## ").join(", ")}
- [Reference](${REFERENCE_PATH}): every call with its scopes

## Machine-readable

- [OpenAPI](/v0/openapi.json): the REST API
- [AsyncAPI](/v0/asyncapi.json): topics, payloads and logins of an account; needs a token with \`setup:read\`
- [MCP](/mcp): tools for assistants, by POST; needs a token
`;
}

/** Outside of programs, whose comments may look like headings. */
const headings = (markdown: string, mark: string): string[] =>
  markdown
    .replace(/^```.*?^```$/gms, "")
    .split("\n")
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(mark.length));
