/** The table of results. */

import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../../worker/local/paths.ts";
import { renderForms } from "./announcements/forms-table.ts";
import { type Case, STAGES } from "./case.ts";

const HEADS = ["software", "version", "over", "what it does here", ...STAGES];
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** A program has one row for all transports. */
function rowOf(cases: readonly Case[]): string {
  const { name, isStandIn, does, version } = (cases[0] as Case).program;
  return line([
    isStandIn ? `*${name}*` : name,
    String(version()),
    cases.map(({ way }) => way).join(", "),
    does,
    ...STAGES.map((stage) => (cases.every(({ held }) => held.has(stage)) ? "yes" : "**no**")),
  ]);
}

export function renderTable(cases: readonly Case[]): string {
  const programs = Map.groupBy(cases, ({ program }) => program);
  return [line(HEADS), line(HEADS.map(() => "---")), ...[...programs.values()].map(rowOf)].join("\n");
}

export const renderResults = (table: string, facts: readonly string[], announced: string): string =>
  `# Stock software and firmware

Each is given host, port, user name and password of a credential in root view, and nothing else. It *connects and works*; works on after its account has slept (*nap*) and after the broker was stopped and started (*restart*); leaves its will when its line is *cut*, and comes back by itself. A second account heard nothing of any of it. In italics: a stand-in, written from the firmware's public source, or from its maker's description where that is all there is; it sends its packets in their order and has its lengths. Written by the layer \`firmware\` of \`npm run test:all\`.

${table}

## Sizes

${facts.map((fact) => `- ${fact}`).join("\n")}

## Announcements

How many of the announced switches and lights the product can switch: the announcements of all models, made by the program's own extension for Home Assistant.

${announced}

Forms that other software announces, after its public source; a template engine is no part of the product, so what only a template can command or read is left out, with this reason:

${renderForms()}

## Licences

Run as tools, and never part of the product: Zigbee2MQTT is GPL-3.0, Mosquitto and Paho EPL-2.0, collectd GPL-2.0 in parts. Node-RED, NestJS, MQTT.js and ioBroker's adapter are Apache-2.0 or MIT.
`;

const DEBIAN = /\| [^|]+ of Debian \|/g;
const SECONDS = /in [\d.]+ s$/gm;

/** Ignores the Debian release and durations when comparing. */
export function asWritten(text: string, file: string): string {
  const path = inRoot(file);
  const written = existsSync(path) ? readFileSync(path, "utf8") : "";
  const blank = (each: string) => each.replaceAll(DEBIAN, "| of Debian |").replaceAll(SECONDS, "in time");
  return blank(written) === blank(text) ? written : text;
}
