/**
 * PURE. Whether a number is on the steps of a range. Decimals such as 0.1 have no exact binary form, and a quotient of
 * large numbers has no fraction left: the shortest decimal texts are compared as whole numbers of a common unit.
 */

interface Range {
  min: number;
  max: number;
  step: number;
}

/** A number is `digits` times ten to the power of `exponent`. */
interface Decimal {
  digits: bigint;
  exponent: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = "", power = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** Returns the numbers as multiples of the smallest unit among them. */
function inCommonUnit(values: readonly number[]): bigint[] {
  const decimals = values.map(decimalOf);
  const unit = Math.min(...decimals.map(({ exponent }) => exponent));
  return decimals.map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - unit));
}

/** Parts of a step that a computed value may be off: a sum of tenths collects errors. The second holds for any size. */
const TOLERANCE = 1e-9;
const MOST_TOLERANCE = 1e-6;
/** Whole parts of a step in which a tolerance is compared. */
const PARTS = 1e12;

/** Whether the value is within the range and a whole number of steps above its minimum. */
export function isStep({ min, max, step }: Range, value: number): boolean {
  if (!(value >= min && value <= max)) return false;
  const [from = 0n, unit = 1n, given = 0n] = inCommonUnit([min, step, value]);
  const steps = (given - from) / unit;
  const above = (given - from) % unit;
  if (above === 0n) return true;
  const isNearNext = above * 2n > unit;
  const distance = isNearNext ? unit - above : above;
  const nearest = Number(isNearNext ? steps + 1n : steps);
  // each operation of a program that computes the value rounds its last binary digit
  const tolerance = Math.min(TOLERANCE + nearest * 2 * Number.EPSILON, MOST_TOLERANCE);
  return (
    distance * BigInt(PARTS) <= unit * BigInt(Math.round(tolerance * PARTS)) || value === min + nearest * step
  );
}
