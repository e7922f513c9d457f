/** What a retained message announces, whoever's habit it is. */

import type { Found } from "./found.ts";
import { announcedToHomeAssistant } from "./home-assistant.ts";
import { announcedByTasmota } from "./tasmota.ts";

/** Filters of all that announces, below the account's root. */
export const ANNOUNCING = ["homeassistant/#", "tasmota/discovery/#"];

/** `topic` below the account's root. None where it announces nothing that is switched. */
export const announced = (topic: string, payload: string): Found[] =>
  announcedToHomeAssistant(topic, payload) ?? announcedByTasmota(topic, payload) ?? [];
