/**
 * The command that a template of a light writes when nothing but the light's power is set. No template is run: Home
 * Assistant defines a name such as `brightness` only for a command that sets it, so each part that asks for one is left out.
 */

import { type Fields, fieldsOf, isFields } from "./bounds.ts";
import { MULTIPLIED, ROUNDED } from "./reading.ts";

/** Longer templates are not read. Characters. */
const MAX_TEMPLATE = 2048;

/** The names that Home Assistant defines for a command that sets them. `state` is always defined. */
const VALUES = "brightness|color_temp|color_temp_kelvin|red|green|blue|white|hue|sat|flash|transition|effect";
const DEFINED = `(?:${VALUES}) is defined`;
const ASKS_FOR_VALUES = new RegExp(`^${DEFINED}(?: (?:and|or) ${DEFINED})*$`);
const TAG = /(\{%-?)(.*?)(-?%\})/s;

/** An `if`. `isOver`: one of its branches was written, or it stands in a branch that is left out. */
interface Block {
  isWritten: boolean;
  isOver: boolean;
}

/** Null for a template that asks for anything else, or that calculates. */
export function commandWithoutValues(template: string): string | null {
  if (template.length > MAX_TEMPLATE) return null;
  const blocks: Block[] = [];
  let command = "";
  let isTrimming = false;
  // text, and then opening, tag and closing, again and again
  const pieces = template.split(TAG);
  for (let at = 0; at < pieces.length; at += 4) {
    const [text = "", opening, tag = "", closing] = pieces.slice(at, at + 4);
    if (blocks.at(-1)?.isWritten ?? true) {
      if (/\{[{#%]/.test(text)) return null;
      const started = isTrimming ? text.trimStart() : text;
      command += opening === "{%-" ? started.trimEnd() : started;
    }
    if (opening === undefined) break;
    if (!enter(blocks, tag.trim().replaceAll(/\s+/g, " "))) return null;
    isTrimming = closing === "-%}";
  }
  return blocks.length > 0 || command.trim() === "" ? null : command.trim();
}

const VALUE = /\{\{-?\s*value\s*-?\}\}/g;

/** The command of a payload. Null for a template that does more than put the payload into a text. */
export function commandOf(payload: string, template: string | undefined): string | null {
  if (template === undefined) return payload;
  if (template.length > MAX_TEMPLATE || /\{[{#%]/.test(template.replaceAll(VALUE, ""))) return null;
  return template.replaceAll(VALUE, () => payload).trim();
}

/** Returns whether a template sends a value as it is. */
export const isWholeCommand = (template: string | undefined): boolean =>
  commandOf("value", template) === "value";

/** Where a template writes a brightness that a command sets. `scale`: the device's number for Home Assistant's 255. */
interface LevelPlace {
  parents: string[];
  key: string;
  scale: number;
}

const FULL = 255;
const LEVEL = String.raw`\{\{-?\s*brightness\s*${MULTIPLIED}${ROUNDED}-?\}\}`;
const LEVEL_PART = new RegExp(
  String.raw`\{%-?\s*if brightness is defined\s*-?%\}\s*,\s*"(\w{1,64})"\s*:\s*${LEVEL}\s*\{%-?\s*endif\s*-?%\}`,
);
/** It stands in the command in place of a brightness, until its place is known. */
const MARK = "a brightness";

/** Null for a template that writes no brightness as one key of its JSON. */
export function brightnessPlace(template: string): LevelPlace | null {
  if (template.length > MAX_TEMPLATE) return null;
  const [part, key = "", factor = "1"] = LEVEL_PART.exec(template) ?? [];
  if (part === undefined) return null;
  const command = commandWithoutValues(template.replace(part, () => `,"${key}":"${MARK}"`));
  const parents = parentsOf(fieldsOf(command ?? ""), key);
  const scale = Math.round(FULL * Number(factor));
  return parents === null || !(scale > 1) ? null : { parents, key, scale };
}

/** The keys above the mark; null where it is not. */
function parentsOf(fields: Fields | null, key: string): string[] | null {
  if (fields === null) return null;
  if (fields[key] === MARK) return [];
  for (const [name, inner] of Object.entries(fields)) {
    const parents = isFields(inner) ? parentsOf(inner, key) : null;
    if (parents !== null) return [name, ...parents];
  }
  return null;
}

/** Changes the open blocks by a tag. False for one that cannot be read. */
function enter(blocks: Block[], tag: string): boolean {
  const [word = "", ...condition] = tag.split(" ");
  const block = blocks.at(-1);
  const isUnset = ASKS_FOR_VALUES.test(condition.join(" "));
  if (word === "if") {
    const isInside = block?.isWritten ?? true;
    blocks.push({ isWritten: false, isOver: !isInside });
    return isUnset || !isInside;
  }
  if (block === undefined) return false;
  if (word === "endif") return blocks.pop() !== undefined;
  if (word === "elif") {
    block.isWritten = false;
    return isUnset || block.isOver;
  }
  if (word !== "else") return !block.isWritten;
  block.isWritten = !block.isOver;
  block.isOver = true;
  return true;
}
