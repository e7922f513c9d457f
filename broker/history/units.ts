/** The unit of a value, where its key says it as people write it in programs. Whatever is not beyond doubt has none. */

const UNITS: Record<string, string> = {
  ...{ celsius: "°C", fahrenheit: "°F", kelvin: "K", percent: "%", pct: "%", hpa: "hPa", kpa: "kPa" },
  ...{ lux: "lx", ppm: "ppm", ppb: "ppb", dbm: "dBm", volts: "V", millivolts: "mV", mv: "mV", amps: "A" },
  ...{ watts: "W", kw: "kW", wh: "Wh", kwh: "kWh", mah: "mAh", hz: "Hz", khz: "kHz", rpm: "rpm" },
  ...{ seconds: "s", minutes: "min", hours: "h", mm: "mm", cm: "cm", km: "km", kg: "kg", bytes: "B" },
};

/** `temperature_c` is one; `c` alone, or `motor_c`, might be anything. */
const TEMPERATURE = /(^|[_.-])temp(erature)?[_.-]([cf])$/i;

export function unitOf(key: string): string | null {
  const degree = TEMPERATURE.exec(key)?.[3]?.toLowerCase();
  if (degree !== undefined) return degree === "c" ? "°C" : "°F";
  const at = key.search(/[_.-][A-Za-z]+$/);
  const word = at < 1 ? "" : key.slice(at + 1).toLowerCase();
  return Object.hasOwn(UNITS, word) ? (UNITS[word] as string) : null;
}
