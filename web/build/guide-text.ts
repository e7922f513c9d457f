/** Writes the guide of `/docs` as `docs.md`, and `llms.txt`, for programs that read text. */

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Plugin, PluginOption, ResolvedConfig } from "vite";
import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { API_LIMITS } from "../../worker/contract/api-limits.ts";
import { MAX_STORAGE_BYTES } from "../../worker/contract/limits.ts";
import type { BrokerInfo } from "../../worker/contract/service.ts";
import { inBrowser } from "./browser.ts";
import { llmsText } from "./llms-text.ts";
import { guideMarkdown } from "./markdown.ts";
import { serverRendering } from "./server-rendering.ts";

/** As in the API's reference. */
const HOST = "your-host";

/** The answer of `GET /v0/broker/` with the product's defaults. */
const BROKER: BrokerInfo = {
  max_qos: BROKER_LIMITS.MQTT_MAX_QOS.default,
  retain: BROKER_LIMITS.MQTT_RETAIN.default,
  max_packet_size: BROKER_LIMITS.MQTT_MAX_PACKET_SIZE.default,
  url_template: `wss://${HOST}/mqtt/{userId}`,
  tcp: { host: HOST, port: 1883 },
  tls: null,
  limits: {
    devices: API_LIMITS.MAX_DEVICES.default,
    channels: API_LIMITS.MAX_CHANNELS.default,
    events: BROKER_LIMITS.MAX_EVENTS.default,
    retained: BROKER_LIMITS.MQTT_MAX_RETAINED.default,
    series: BROKER_LIMITS.MAX_SERIES.default,
    storage: MAX_STORAGE_BYTES,
  },
  push_key: null,
  support_email: `support@${HOST}`,
};

const NOTE = `> \`${HOST}\` stands for the host of this page. Limits and ports are defaults: \`GET /v0/broker/\` returns those of this service.`;

interface GuideRenderer {
  renderGuide(place: Element): () => void;
}

export function guideText(plugins: () => PluginOption[]): Plugin {
  let config: ResolvedConfig;
  return {
    name: "guide-text",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      // alone: it defines a browser's globals
      order: "post",
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir);
        // A failed build has written nothing.
        if (!existsSync(join(folder, "index.html"))) return;
        const guide = await rendered(config, plugins());
        const index = await readFile(join(folder, "index.html"), "utf8");
        await writeFile(join(folder, "docs.md"), guide.replace("\n\n", `\n\n${NOTE}\n\n`));
        await writeFile(join(folder, "llms.txt"), llmsText(index, guide));
      },
    },
  };
}

/** On a busy machine a module may fail to load, which leaves its section incomplete: then the guide is rendered again. */
async function rendered(config: ResolvedConfig, plugins: PluginOption[]): Promise<string> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await renderedOnce(config, plugins);
    } catch (error) {
      config.logger.warn(`${(error as Error).message} Trying again.`);
    }
  }
  return renderedOnce(config, plugins);
}

const renderedOnce = (config: ResolvedConfig, plugins: PluginOption[]): Promise<string> =>
  serverRendering<GuideRenderer, string>(config, plugins, "/src/guide-text.tsx", ({ renderGuide }) =>
    inBrowser(`https://${HOST}/docs`, BROKER, async (document) => {
      const place = document.body.appendChild(document.createElement("div"));
      const end = renderGuide(place);
      await untilComplete(place);
      const text = guideMarkdown(place);
      end();
      return text;
    }),
  );

const ATTEMPTS = 3;
const PATIENCE_MS = 40_000;

async function untilComplete(place: Element): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!isComplete(place)) {
    // sections are loaded for a person only
    document.defaultView?.dispatchEvent(new Event("scroll"));
    if (Date.now() > end) {
      throw new Error(
        `The guide was not rendered: adapt web/build/guide-text.ts. Missing: ${missingIn(place)}`,
      );
    }
    await pause(20);
  }
}

/** The ids of sections without text, and what is still loading. */
const missingIn = (place: Element): string =>
  [
    ...[...place.querySelectorAll("section")]
      .filter((each) => !each.querySelector("dl, ul, p"))
      .map(({ id }) => id),
    ...[...place.querySelectorAll("p[role=status]")].map(({ textContent }) => textContent),
    `${place.querySelectorAll("[role=tabpanel] pre").length} of ${place.querySelectorAll("[role=tab]").length} programs`,
  ].join(", ");

function isComplete(place: Element): boolean {
  const [sections, tabs] = ["section", "[role=tab]"].map((each) => [...place.querySelectorAll(each)]);
  const panels = [...place.querySelectorAll("[role=tabpanel]")];
  return (
    sections?.length !== 0 &&
    sections?.every((section) => section.querySelector("dl, ul, p") !== null) === true &&
    panels.length > 0 &&
    panels.length === tabs?.length &&
    panels.every((panel) => panel.querySelector("pre") !== null) &&
    place.querySelector("p[role=status]") === null
  );
}
