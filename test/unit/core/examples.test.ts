/** The files of `examples/` use the names, topics and payloads that the product has. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ownAnnouncement } from "../../../broker/discovery/own-announcement.ts";
import { inRoot } from "../../../worker/local/paths.ts";
import { accountFamilies } from "../../../worker/observability/families.ts";

const textOf = (path: string): string => readFileSync(inRoot(`examples/${path}`), "utf8");

describe("Home Assistant", () => {
  /** The short names of an announcement. */
  const LONG: Record<string, string> = {
    uniq_id: "unique_id",
    cmd_t: "command_topic",
    pl_on: "payload_on",
    pl_off: "payload_off",
    stat_t: "state_topic",
    val_tpl: "value_template",
    stat_on: "state_on",
    stat_off: "state_off",
    avty_t: "availability_topic",
    avty_tpl: "availability_template",
    qos: "qos",
  };

  it("has the settings that the product announces to it", () => {
    const device = { deviceId: "DEVICE_ID", name: "Lamp", controls: [], measured: [] };
    const { cmps, avty_t, avty_tpl, qos } = ownAnnouncement("USER_ID", device);
    const announced = { ...cmps.switch, avty_t, avty_tpl, qos };
    const expected = Object.entries(announced).flatMap(([name, value]) =>
      LONG[name] === undefined ? [] : [[LONG[name], value]],
    );
    const { name, ...settings } = parse(textOf("home-assistant/configuration.yaml")).mqtt.switch[0];
    expect(name).toBe("Lamp");
    expect(settings).toEqual(Object.fromEntries(expected));
  });

  it("mounts the configuration that stands beside it", () => {
    const [service] = Object.values<{ volumes: string[] }>(
      parse(textOf("home-assistant/compose.yaml")).services,
    );
    const mounted = service?.volumes.find((each) => each.startsWith("./"))?.split(":")[0];
    expect(textOf(`home-assistant/${mounted}`)).toContain("mqtt:");
  });
});

describe("Grafana", () => {
  const known = new Set(
    accountFamilies({ at: 0, devices: [], values: [], leftOut: 0 }).map(({ name }) => `switchyard_${name}`),
  );
  const text = textOf("grafana/dashboard.json");

  it("names metrics and labels that the account has", () => {
    const named = [...text.matchAll(/switchyard_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("has panels with their own ids, which do not overlap", () => {
    const { panels } = JSON.parse(text) as {
      panels: { id: number; gridPos: Record<"x" | "y" | "w" | "h", number> }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});
