/**
 * A light's colour in the form that its announcement names. PURE. Here a colour is `#rrggbb`. A chromaticity, and hue with
 * saturation, have no brightness of their own: a dark red is sent as red, and the light's brightness stays as it is.
 */

import { isSameValue } from "../contract/control-words.ts";
import type { ColorForm } from "../contract/discovered.ts";

/** The numbers of each form, in the order of a text with commas. Of `rgbww` the cold white comes first. */
const PARTS: Record<ColorForm, readonly string[]> = {
  rgb: ["r", "g", "b"],
  rgbw: ["r", "g", "b", "w"],
  rgbww: ["r", "g", "b", "c", "w"],
  xy: ["x", "y"],
  hs: ["h", "s"],
};

/** The best form first: plain colours need no conversion. */
export const COLOR_FORMS = Object.keys(PARTS) as readonly ColorForm[];

export const partsOf = (form: ColorForm): readonly string[] => PARTS[form];

const MAX = 255;
/** Zigbee counts a hue in 254 steps, and a chromaticity in 65,535. */
const TOLERANCES: Record<string, number> = { h: 2, s: 2, x: 0.002, y: 0.002 };
const CHANNEL_TOLERANCE = 2;
const FULL_CIRCLE = 360;
const PERCENT = 100;

type Rgb = readonly [number, number, number];

/** Returns the numbers of a colour, in the order of their names. */
export function colorNumbers(form: ColorForm, color: string): number[] {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const [r = 0, g = 0, b = 0] = rgb;
  if (form === "xy") return chromaticityOf(brightest([r, g, b]));
  if (form === "hs") return hueOf([r, g, b]);
  return form === "rgb" ? rgb : withWhite([r, g, b], PARTS[form].length - rgb.length);
}

/**
 * Returns the colour that a light reports; null for numbers outside their range. `wanted`: a colour that the light can only
 * report rounded, or without its darkness, is the wanted one.
 */
export function colorOf(form: ColorForm, numbers: readonly number[], wanted?: unknown): string | null {
  if (numbers.length !== PARTS[form].length || !isInRange(form, numbers)) return null;
  const color = hexOf(rgbOf(form, numbers));
  if (form === "rgb" || typeof wanted !== "string" || !/^#[0-9a-f]{6}$/i.test(wanted)) return color;
  return isNear(form, numbers, color, wanted) ? wanted : color;
}

function isInRange(form: ColorForm, [first = Number.NaN, second = Number.NaN, ...rest]: readonly number[]) {
  if (form === "xy") return first >= 0 && second > 0 && first + second <= 1;
  if (form === "hs") return first >= 0 && first <= FULL_CIRCLE && second >= 0 && second <= PERCENT;
  return [first, second, ...rest].every((part) => part >= 0 && part <= MAX);
}

function isNear(form: ColorForm, numbers: readonly number[], color: string, wanted: string): boolean {
  const asked = colorNumbers(form, wanted);
  const isPartNear = (name: string, at: number): boolean => {
    const distance = Math.abs((asked[at] ?? 0) - (numbers[at] ?? 0));
    const most = TOLERANCES[name] ?? CHANNEL_TOLERANCE;
    return distance <= most || (name === "h" && FULL_CIRCLE - distance <= most);
  };
  // a grey has any hue
  return PARTS[form].every(isPartNear) || isSameValue(hexOf(rgbOf(form, asked)), color);
}

function rgbOf(form: ColorForm, [first = 0, second = 0, third = 0, ...white]: readonly number[]): Rgb {
  if (form === "xy") return rgbOfChromaticity(first, second);
  if (form === "hs") return rgbOfHue(first, second);
  return withoutWhite([first, second, third], Math.max(0, ...white));
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** Scales the numbers so that the largest one is `max`. */
const scaledTo = <T extends readonly number[]>(max: number, numbers: T): T =>
  numbers.map((each) => (each * max) / (Math.max(...numbers) || 1)) as unknown as T;

/** A black has the hue of white. */
const brightest = (rgb: Rgb): Rgb => (Math.max(...rgb) === 0 ? [MAX, MAX, MAX] : scaledTo(MAX, rgb));

// White channels take the part that red, green and blue share, as Home Assistant gives it to them.

function withWhite(rgb: Rgb, channels: number): number[] {
  const white = Math.min(...rgb);
  const mixed = [...rgb.map((part) => part - white), ...Array<number>(channels).fill(white)];
  return scaledTo(Math.max(...rgb), mixed).map(Math.round);
}

function withoutWhite([r, g, b]: Rgb, white: number): Rgb {
  return scaledTo(Math.max(r, g, b, white), [r + white, g + white, b + white]);
}

// Hue in degrees, saturation in percent.

function hueOf([r, g, b]: Rgb): [hue: number, saturation: number] {
  const most = Math.max(r, g, b);
  const range = most - Math.min(r, g, b);
  if (range === 0) return [0, 0];
  const sixths = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return [rounded((sixths * 60 + FULL_CIRCLE) % FULL_CIRCLE, 2), rounded((range / most) * PERCENT, 2)];
}

function rgbOfHue(hue: number, saturation: number): Rgb {
  const channel = (offset: number): number => {
    const sixths = (offset + hue / 60) % 6;
    return MAX - MAX * (saturation / PERCENT) * Math.max(0, Math.min(sixths, 4 - sixths, 1));
  };
  return [channel(5), channel(3), channel(1)];
}

// CIE 1931 chromaticity by the wide gamut that Philips gives for its lamps, with the curve of sRGB. Home Assistant and
// Zigbee2MQTT use the same one, so that a colour looks the same wherever it was chosen.

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

function chromaticityOf(rgb: Rgb): number[] {
  const [r, g, b] = rgb.map((part) => linear(part / MAX)) as unknown as Rgb;
  const x = 0.664511 * r + 0.154324 * g + 0.162028 * b;
  const y = 0.283881 * r + 0.668433 * g + 0.047685 * b;
  const z = 0.000088 * r + 0.07231 * g + 0.986039 * b;
  return [rounded(x / (x + y + z), 4), rounded(y / (x + y + z), 4)];
}

/** A chromaticity outside the gamut has a colour on its edge. */
function rgbOfChromaticity(x: number, y: number): Rgb {
  const [first, third] = [x / y, (1 - x - y) / y];
  const channels: Rgb = [
    1.656492 * first - 0.354851 - 0.255038 * third,
    -0.707196 * first + 1.655397 + 0.036152 * third,
    0.051713 * first - 0.121364 + 1.01153 * third,
  ];
  const [r, g, b] = scaledTo(1, channels.map((each) => Math.max(0, each)) as unknown as Rgb);
  return [MAX * companded(r), MAX * companded(g), MAX * companded(b)];
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

const companded = (part: number): number =>
  part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
