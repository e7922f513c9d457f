/** The guide as text, for programs: `docs.md` from the Markdown of `web/guide`, and `llms.txt`, its index. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { COMMAND_IN_CLONE } from "../../worker/contract/addresses.ts";
import { API_LIMITS } from "../../worker/contract/api-limits.ts";
import { MAX_STORAGE_BYTES } from "../../worker/contract/limits.ts";
import { type BrokerInfo, REFERENCE_PATH } from "../../worker/contract/service.ts";
import { firstValues, holds } from "../src/features/guide/guide-values.ts";
import { type GuideName, laterValues } from "../src/features/guide/later-values.ts";
import { CHOICES, languageOf, type SnippetChoice } from "../src/features/guide/programs/catalogue.ts";
import { fill, type SnippetValues } from "../src/features/guide/programs/fill.ts";

const SNIPPETS = resolve(import.meta.dirname, "../src/features/guide/programs/snippets");

/** As in the API's reference. */
const HOST = "your-host";
const TCP_PORT = 1883;

/** The answer of `GET /v0/broker/` with the product's defaults. */
const BROKER: BrokerInfo = {
  max_qos: BROKER_LIMITS.MQTT_MAX_QOS.default,
  retain: BROKER_LIMITS.MQTT_RETAIN.default,
  max_packet_size: BROKER_LIMITS.MQTT_MAX_PACKET_SIZE.default,
  url_template: `wss://${HOST}/mqtt/{userId}`,
  tcp: { host: HOST, port: TCP_PORT },
  tls: null,
  limits: {
    devices: API_LIMITS.MAX_DEVICES.default,
    channels: API_LIMITS.MAX_CHANNELS.default,
    credentials: API_LIMITS.MAX_CREDENTIALS.default,
    events: BROKER_LIMITS.MAX_EVENTS.default,
    retained: BROKER_LIMITS.MQTT_MAX_RETAINED.default,
    series: BROKER_LIMITS.MAX_SERIES.default,
    storage: MAX_STORAGE_BYTES,
  },
  push_key: null,
  support_email: `support@${HOST}`,
};

const OF_SNIPPETS: Partial<SnippetValues> = {
  API_URL: `https://${HOST}`,
  BROKER_URL: `wss://${HOST}/mqtt/YOUR_USER_ID`,
  TCP_HOST: HOST,
  TCP_PORT: String(TCP_PORT),
};

const NOTE = `> \`${HOST}\` stands for the host of this page. Limits and ports are defaults: \`GET /v0/broker/\` returns those of this service.`;

/** Returns `docs.md`. `markdown`: the files of `web/guide` in their order, joined. */
export async function guideText(markdown: string): Promise<string> {
  const values: Record<GuideName, TextValues[string]> = {
    ...firstValues(BROKER),
    ...laterValues(BROKER),
    broker: true,
    signedIn: false,
    webSocketAddress: `\`${BROKER.url_template}\``,
    tcp: true,
    tcpAddress: `\`${HOST}:${TCP_PORT}\``,
    support: `Questions go to [${BROKER.support_email}](mailto:${BROKER.support_email}).`,
    reference: `[reference](https://${HOST}${REFERENCE_PATH})`,
    telemetryPrograms: await programs(CHOICES.telemetry),
    httpPrograms: await programs(CHOICES.http),
    devicePrograms: await programs(CHOICES.device),
    asyncapi: "",
  };
  return filled(markdown, values).replace("\n\n", `\n\n${NOTE}\n\n`);
}

type TextValues = Record<string, string | boolean | undefined>;

const PART = /\{\{([#^])(\w+)\}\}(.*?)\{\{\/\2\}\}/gs;
const VALUE = /\{\{>?(\w+)\}\}/g;

/** `guideTree` has checked the names. */
const filled = (markdown: string, values: TextValues): string =>
  chosen(markdown, values)
    .replace(VALUE, (_, name) => String(values[name]))
    .replace(/\n{3,}(?=#)/g, "\n\n");

/** Without the parts whose value does not hold. */
const chosen = (text: string, values: TextValues): string =>
  text
    .replace(PART, (_, kind, name, part) =>
      holds(values[name]) === (kind === "#") ? chosen(part, values) : "",
    )
    .replace(/\n{3,}/g, "\n\n");

async function programs(choices: readonly SnippetChoice[]): Promise<string> {
  const tabs = choices.map(async ({ label, files }) => {
    const texts = await Promise.all(files.map(program));
    return `### ${label}\n\n${texts.join("\n\n")}`;
  });
  return (await Promise.all(tabs)).join("\n\n");
}

async function program(file: string): Promise<string> {
  const language = languageOf(file);
  const code = (await readFile(resolve(SNIPPETS, file), "utf8")).trimEnd();
  return `\`${file}\`\n\n\`\`\`${language}\n${fill(code, OF_SNIPPETS, language)}\n\`\`\``;
}

/** `llms.txt`: where programs find what they can read (https://llmstxt.org). The summary is that of the page's index. */
export function llmsText(index: string, guide: string): string {
  const summary = /<meta\s+name="description"\s+content="([^"]+)"/.exec(index)?.[1];
  if (summary === undefined) throw new Error("The page has no description: adapt web/build/guide-text.ts");
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
