/**
 * The last words of keys that are units. Sources: the exposes of zigbee-herdsman-converters 26.112.0 with their `unit`,
 * the fields of rtl_433 (its page "JSON Data fields" and its decoders), the sensors of Tasmota, OpenMQTTGateway, ESPHome and
 * Shelly. Tests compare the guesses with these sources.
 */

/** Units whose words mean nothing else. */
export const CLEAR: Readonly<Record<string, string>> = {
  "°C": "celsius degc",
  "°F": "fahrenheit degf",
  K: "kelvin",
  "%": "pct percent",
  V: "volt volts",
  mV: "mv millivolts",
  kV: "kv",
  A: "amps",
  mAh: "mah",
  W: "watt watts",
  kW: "kw",
  Wh: "wh",
  kWh: "kwh",
  Hz: "hz",
  kHz: "khz",
  hPa: "hpa",
  kPa: "kpa",
  mbar: "mbar",
  psi: "psi",
  ppm: "ppm",
  ppb: "ppb",
  lx: "lux lx",
  dBA: "dba",
  cm: "cm",
  km: "km",
  s: "seconds",
  ms: "ms",
  min: "minutes mins",
  h: "hours",
  rpm: "rpm",
  kg: "kg",
  mg: "mg",
  L: "liters litres",
  mL: "ml",
  gal: "gal",
  "km/h": "kmh kph",
  mph: "mph",
  "m/s": "mps",
  "µg/m³": "ugm3",
  B: "bytes",
  kB: "kb",
};

/** Units of two words, such as `wind_avg_m_s`. */
export const PAIRS: Readonly<Record<string, string>> = {
  "km/h": "km_h",
  mph: "mi_h",
  "m/s": "m_s",
  "mm/h": "mm_h mm_hr",
  "in/h": "in_h in_hr",
  "L/min": "l_min",
  "L/h": "l_h",
  "m³/h": "m3_h",
  "µS/cm": "us_cm",
  "mS/cm": "ms_cm",
  "µg/m³": "ug_m3",
  "mg/m³": "mg_m3",
  "g/m³": "g_m3",
};

/** Where one of the first stands before one of the second, the unit is a share that has no name here. */
export const NUMERATORS =
  "us ms ns uv ug mg g kg wh kwh mwh w mw uw kw mv v l ml j kj mj kcal n nm lm lux ppm bytes pulses imp";
export const DENOMINATORS = "cm km kg mg ml l gal m3 m mm kwh wh s sec min minutes h hr k";

/** A value with one of these words is money. */
export const PRICES = "price prices cost costs tariff eur euro usd gbp chf ct cent cents";

/** The symbols of quantities, as in `t_c`: `w_h` is an energy, `m_s` a speed, and `x_g` an acceleration. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  "°C": "t",
  "°F": "t",
  K: "t",
  V: "u v e",
  A: "i",
  mA: "i",
  W: "p",
  VA: "s",
  var: "q",
  Pa: "p",
  bar: "p",
  m: "d h",
  mm: "d h",
  s: "t",
  h: "t",
  g: "m",
  L: "v",
  "m³": "v",
};

interface NeedingWord {
  unit: string;
  words: string;
  /** The unit's quantities: one of them is in the key. */
  of: string;
  /** None of these is. */
  not?: string;
}

const TEMPERATURES =
  "temp temps temperature temperatures tmp setpoint setpoints dew dewpoint chill feels heatindex ambient indoor outdoor inside outside room air soil water floor pool motor boiler oven fridge freezer cpu high low";
const TIMES =
  "time timer timeout delay duration interval period uptime runtime elapsed remaining countdown age latency wait hold run left transmit";
const MEMORIES = "memory mem heap ram flash disk free used size";

export const NEEDING: readonly NeedingWord[] = [
  { unit: "°C", words: "c tc", of: TEMPERATURES, not: "power energy voltage factor" },
  { unit: "°F", words: "f tf", of: TEMPERATURES, not: "power energy voltage factor" },
  { unit: "K", words: "k", of: "temp temperature cct ct" },
  {
    unit: "V",
    words: "v",
    of: "voltage volt batt battery bat vbat cell supercap capacitor solar pv supply mains starting bus adc vcc vdd",
  },
  {
    unit: "A",
    words: "a amp",
    of: "current curr amperage",
    not: "power energy voltage factor temp temperature countdown alarm",
  },
  { unit: "mA", words: "ma", of: "current curr battery batt charge load consumption supply solar" },
  { unit: "Ah", words: "ah", of: "battery batt charge capacity" },
  {
    unit: "W",
    words: "w",
    of: "power load consumption production usage solar pv grid mains heater house home",
    not: "factor",
  },
  { unit: "VA", words: "va", of: "power apparent apparentpower load", not: "factor" },
  { unit: "var", words: "var", of: "reactive reactivepower" },
  { unit: "Pa", words: "pa", of: "pressure vacuum" },
  { unit: "bar", words: "bar", of: "pressure boiler water" },
  { unit: "lm", words: "lm", of: "light luminous flux brightness" },
  { unit: "dB", words: "db", of: "noise sound loudness snr rssi signal gain volume level" },
  { unit: "dBm", words: "dbm", of: "rssi rsrp signal wifi lte lora power tx rx strength level noise" },
  {
    unit: "m",
    words: "m",
    of: "distance dist depth height length altitude alt elevation range level visibility",
  },
  {
    unit: "mm",
    words: "mm",
    of: "rain rainfall precipitation snow depth distance dist height length level width thickness diameter range displacement position opening",
  },
  { unit: "in", words: "in", of: "rain rainfall precipitation snow" },
  { unit: "s", words: "s sec", of: TIMES },
  { unit: "h", words: "h hr", of: TIMES },
  {
    unit: "°",
    words: "deg degrees",
    of: "wind dir direction angle heading bearing course azimuth tilt pitch roll yaw inclination rotation orientation latitude longitude lat lon elevation",
  },
  { unit: "g", words: "g", of: "weight mass" },
  { unit: "L", words: "l", of: "volume tank water fuel oil consumption usage used" },
  { unit: "m³", words: "m3", of: "volume water gas consumption usage total meter" },
  // rtl_433 has a flag `lpm`
  { unit: "L/min", words: "lpm", of: "flow water rate" },
  { unit: "MB", words: "mb", of: MEMORIES },
];

/** Keys of zigbee-herdsman-converters that have no unit there, or another one than their last word. */
export const WITHOUT =
  "current_fan_rpm target_fan_rpm requested_brightness_percent fixed_deviation_lux linearity_error_ratio_lux calibration_current_a inching.minutes";
