/** All models of Zigbee2MQTT, announced by its own extension and read by the product. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../../../worker/local/paths.ts";
import { start } from "../process.ts";
import { npmVersion } from "../programs/versions.ts";
import { type Announced, type Figures, figuresOf } from "./figures.ts";

const SETTINGS = `version: 5
homeassistant:
  enabled: true
mqtt:
  base_topic: zigbee2mqtt
  server: mqtt://127.0.0.1
serial:
  port: /dev/null
  adapter: zstack
advanced:
  log_output: []
`;

export interface ModelFigures extends Figures {
  models: number;
  /** Models that the program itself cannot announce without its radio. */
  failed: string[];
}

/** Topics are below `homeassistant/`, as the program passes them on. */
interface Published {
  models: number;
  published: Announced[];
  failed: string[];
}

/** The second level of the topic is the device. */
const deviceIn = ([topic]: Announced): string => topic.split("/")[2] ?? "";

export async function zigbee2mqttFigures(): Promise<ModelFigures> {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-models-"));
  try {
    writeFileSync(join(folder, "configuration.yaml"), SETTINGS);
    const file = join(folder, "announced.json");
    const script = inRoot("test/firmware/programs/zigbee2mqtt-models.cjs");
    const program = start(process.execPath, [script, file], {
      cwd: folder,
      env: { ZIGBEE2MQTT_DATA: folder },
    });
    if ((await program.ended) !== 0) throw new Error(`The models were not announced:\n${program.said()}`);
    const { models, published, failed } = JSON.parse(readFileSync(file, "utf8")) as Published;
    const announced = published.map(([topic, payload]): Announced => [`homeassistant/${topic}`, payload]);
    return { models, failed, ...figuresOf(Map.groupBy(announced, deviceIn).values()) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const number = (value: number): string => value.toLocaleString("en-US");

/** The lines of the results. */
export function renderModels(figures: ModelFigures): string {
  const { models, announcements, rows, switchable, reasons, controls, unbounded, failed } = figures;
  const kinds = [...controls].toSorted().map(([kind, count]) => `${number(count)} of kind ${kind}`);
  const refused = [...reasons].map(([reason, count]) => `${number(count)}: ${reason}`);
  const versions = `Zigbee2MQTT ${npmVersion("zigbee2mqtt")} with zigbee-herdsman-converters ${npmVersion("zigbee-herdsman-converters")}`;
  return [
    `${versions}: ${number(models)} models make ${number(announcements)} announcements.`,
    `${number(rows)} of them are switches and lights that are no settings of a device; ${number(switchable)} are switchable.`,
    `Not switchable: ${refused.length === 0 ? "none" : refused.join("; ")}.`,
    `Controls of the switchable ones: ${kinds.join(", ")}; ${number(unbounded)} numbers without bounds.`,
    `Announced by no stub of the radio: ${failed.length === 0 ? "none" : failed.join("; ")}.`,
  ]
    .map((line) => `- ${line}`)
    .join("\n");
}
