/**
 * Compressed columns of similar numbers. Measured values are mostly decimals with few places, whose differences are
 * small integers; the XOR of doubles, as in Gorilla, compresses them badly. A column is stored as integers of its
 * smallest decimal unit if that restores every number exactly, otherwise as XOR of doubles without the equal bytes.
 */

import { type ByteReader, ByteWriter } from "./bytes.ts";

/** The code of a column that no decimal unit down to a millionth can represent. */
const DOUBLES = 7;
const UNITS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] as const;
/** Above this, differences are not exact. */
const LARGEST = 2 ** 51;

/** Writes differences of differences: small for values that grow evenly, such as times. */
export function writeTimes(to: ByteWriter, times: readonly number[]): void {
  let [last, step] = [0, 0];
  times.forEach((time, n) => {
    to.signed(time - last - step);
    // the first value has no difference
    step = n === 0 ? 0 : time - last;
    last = time;
  });
}

export function readTimes(from: ByteReader, count: number): number[] {
  const times: number[] = [];
  let [last, step] = [0, 0];
  for (let n = 0; n < count; n++) {
    const time = last + step + from.signed();
    step = n === 0 ? 0 : time - last;
    last = time;
    times.push(time);
  }
  return times;
}

export function writeNumbers(to: ByteWriter, numbers: readonly number[]): void {
  const unit = unitOf(numbers);
  to.unsigned(unit);
  if (unit === DOUBLES) writeDoubles(to, numbers);
  else writeWhole(to, numbers, UNITS[unit] as number);
}

function writeWhole(to: ByteWriter, numbers: readonly number[], scale: number): void {
  let last = 0;
  for (const number of numbers) {
    const whole = Math.round(number * scale);
    to.signed(whole - last);
    last = whole;
  }
}

export function readNumbers(from: ByteReader, count: number): number[] {
  const unit = from.unsigned();
  if (unit === DOUBLES) return readDoubles(from, count);
  const scale = UNITS[unit] ?? 1;
  const numbers: number[] = [];
  let whole = 0;
  for (let n = 0; n < count; n++) {
    whole += from.signed();
    numbers.push(whole / scale);
  }
  return numbers;
}

function unitOf(numbers: readonly number[]): number {
  let unit = 0;
  for (const number of numbers) {
    while (unit < DOUBLES && !isWhole(number, UNITS[unit] as number)) unit++;
    if (unit === DOUBLES) return DOUBLES;
  }
  // rounding may accept a unit that is too small for a larger number
  return numbers.every((number) => isWhole(number, UNITS[unit] as number)) ? unit : DOUBLES;
}

function isWhole(number: number, scale: number): boolean {
  const whole = Math.round(number * scale);
  return Math.abs(whole) < LARGEST && whole / scale === number;
}

/** The current number and the previous one. */
const own = new DataView(new ArrayBuffer(8));
const bytes = new Uint8Array(own.buffer);
const last = new Uint8Array(8);
const mixed = new Uint8Array(8);

/** Writes each XOR with the previous number: the number of zero bytes at both ends, then the rest. */
function writeDoubles(to: ByteWriter, numbers: readonly number[]): void {
  last.fill(0);
  for (const number of numbers) {
    own.setFloat64(0, number);
    let [first, end] = [8, 0];
    for (let at = 0; at < 8; at++) {
      const byte = (bytes[at] as number) ^ (last[at] as number);
      mixed[at] = byte;
      last[at] = bytes[at] as number;
      if (byte === 0) continue;
      if (first === 8) first = at;
      end = at + 1;
    }
    to.unsigned(first * 8 + (first === 8 ? 0 : 8 - end));
    if (first < 8) to.raw(mixed.subarray(first, end));
  }
}

function readDoubles(from: ByteReader, count: number): number[] {
  const numbers: number[] = [];
  bytes.fill(0);
  for (let n = 0; n < count; n++) {
    const head = from.unsigned();
    const first = head >> 3;
    if (first < 8) {
      const rest = from.raw(8 - (head & 7) - first);
      for (let at = 0; at < rest.length; at++) {
        bytes[first + at] = (bytes[first + at] as number) ^ (rest[at] as number);
      }
    }
    numbers.push(own.getFloat64(0));
  }
  return numbers;
}

export function bytesOf(write: (to: ByteWriter) => void): Uint8Array {
  const to = new ByteWriter();
  write(to);
  return to.result();
}
