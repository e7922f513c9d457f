/** The table that README shows: what was tried, and what holds. */

import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../../worker/local/paths.ts";
import { type Case, STAGES } from "./case.ts";

const HEADS = ["software", "version", "way in", "what it does here", ...STAGES];
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const rowOf = ({ program, way, held }: Case): string =>
  line([
    program.standsFor === undefined ? program.name : `*${program.name}*`,
    String(program.version()),
    way,
    program.does,
    ...STAGES.map((stage) => (held.has(stage) ? "yes" : "**no**")),
  ]);

export const render = (cases: readonly Case[]): string =>
  `# Stock software and firmware

Each is given host, port, user name and password of a credential in root view, and nothing else. It *connects and works*; works on after its account has slept (*nap*) and after the broker was stopped and started (*restart*); leaves its will when its line is *cut*, and comes back by itself. A second account heard nothing of any of it. In italics: a stand-in, written from the firmware's public source, that sends its packets in their order and has its lengths. Written by \`npm test -- firmware\`.

${[line(HEADS), line(HEADS.map(() => "---")), ...cases.map(rowOf)].join("\n")}

Run as tools, never part of the product: Zigbee2MQTT is GPL-3.0, Mosquitto and Paho EPL-2.0, collectd GPL-2.0 in parts; Node-RED, NestJS, MQTT.js and ioBroker's adapter are Apache-2.0 or MIT.
`;

const DEBIAN = /\| [^|]+ of Debian \|/g;

/** Which Debian it was does not make the table wrong. */
export function tableToCompare(table: string): string {
  const file = inRoot("test/firmware/results.md");
  const written = existsSync(file) ? readFileSync(file, "utf8") : "";
  const blank = (text: string) => text.replaceAll(DEBIAN, "| of Debian |");
  return blank(written) === blank(table) ? written : table;
}
