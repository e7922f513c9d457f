/** A form in which software announces a switch, a light or a part of one. */

export interface Form {
  software: string;
  /** What is announced. */
  form: string;
  topic: string;
  payload: object;
  /** Parts of the same device, by topic. */
  parts?: Record<string, object>;
}

export const HA = "Home Assistant";
export const LIGHT = "homeassistant/light/x/config";
export const SWITCH = "homeassistant/switch/x/config";
export const device = { dev: { ids: ["x"], name: "X" } };
export const plug = { ...device, cmd_t: "x/set", stat_t: "x" };

export const inHomeAssistant = (form: string, topic: string, payload: object): Form => ({
  software: HA,
  form,
  topic,
  payload,
});

/** A component beside a plug of the same device. */
export const beside = (software: string, platform: string, form: string, payload: object): Form => ({
  software,
  form: `${platform}: ${form}`,
  topic: SWITCH,
  payload: plug,
  parts: { [`homeassistant/${platform}/x/part/config`]: { ...device, cmd_t: "x/set/part", ...payload } },
});
