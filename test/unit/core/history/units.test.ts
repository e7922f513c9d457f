/** Units of keys: right or none, beside the names of real programs. */

import { describe, expect, test } from "vitest";
import { unitOf } from "../../../../broker/contract/units.ts";
import { RTL_433, RTL_433_WITHOUT } from "../../../support/unit-names/rtl-433.ts";
import {
  OPEN_MQTT_GATEWAY,
  OPEN_MQTT_GATEWAY_WITHOUT,
  TASMOTA_WITHOUT,
} from "../../../support/unit-names/sensors.ts";
import { ZIGBEE, ZIGBEE_WITHOUT } from "../../../support/unit-names/zigbee.ts";

const keysOf = (text: string): string[] => text.trim().split(/\s+/);
type Named = [key: string, unit: string | null];
const namesOf = (units: Readonly<Record<string, string>>, without: string): Named[] => [
  ...Object.entries(units).flatMap(([unit, keys]) => keysOf(keys).map((key): Named => [key, unit])),
  ...keysOf(without).map((key): Named => [key, null]),
];

/** What a source names, and how many of its keys have a unit by their name. A change may only add some. */
const SOURCES: readonly [source: string, names: Named[], right: number][] = [
  ["zigbee-herdsman-converters", namesOf(ZIGBEE, ZIGBEE_WITHOUT), 27],
  ["rtl_433", namesOf(RTL_433, RTL_433_WITHOUT), 116],
  ["OpenMQTTGateway", namesOf(OPEN_MQTT_GATEWAY, OPEN_MQTT_GATEWAY_WITHOUT), 5],
  ["Tasmota", namesOf({}, TASMOTA_WITHOUT), 0],
];

test.each(SOURCES)("no key of %s has a wrong unit, and those with one keep it", (_, names, right) => {
  const guesses = names.map(([key, unit]) => ({ key, unit, guess: unitOf(key) }));
  const named = guesses.filter(({ guess }) => guess !== null);
  expect(named.filter(({ unit, guess }) => unit !== guess)).toEqual([]);
  expect(named.length).toBeGreaterThanOrEqual(right);
});

describe("a letter is a unit beside its quantity only", () => {
  test.each([
    ["a phase", "phase_a current_ph_c rms_voltage_phase_a power_a energy_c l_a line_c temperature_line_c"],
    [
      "a channel",
      "relay_a output_c port_f usb_a channel_h valve_c door_c zone_k switch_m outlet_g voltage_c",
    ],
    ["a colour", "color.g color.h color.k rgb_g led_w led_g rgbw_w hsv_h hsb.s hsv_v led_on_h color_off_s"],
    ["an axis", "accel_g x_g y_g z_g gyro_m axis_c"],
    ["an extremum", "temp_min voltage_min position_min humidity_min current_min pressure_min level_min"],
    [
      "a part of a word",
      "energy_var temp_var progress_bar led_bar power_ma temp_ma outdoor_ah motor_pa heat_pa",
    ],
    ["a place", "temperature_in humidity_in power_in total_in door_in"],
    ["a count of others", "pulses_per_kwh pulses_per_l clicks_per_s"],
    ["a part of a date", "date_mm time_mm date_s"],
    ["a unit of two words that has no name here", "energy_kw_h apparent_v_a dose_mg_l turbidity_x_h"],
    [
      "a share of two units",
      "soil_nitrogen_mg_kg consumption_wh_km co2_g_kwh water_chlorine_mg_l gas_kwh_m3 torque_kg_cm water_ug_l range_v_m",
    ],
    ["a price", "price_kwh eur_kwh energy_price_kwh tariff_ct_kwh cost_gal water_price_m3"],
    ["a room or a floor", "room_c room_f floor_c floor_f"],
    ["a unit of two letters", "w_h a_h m_h v_a k_w m_s k_v m_v m_a k_g g_l n_m k_pa"],
    ["a flag", "flag_lpm wifi_sec door_sec influx_db"],
  ])("and here it is %s", (_, keys) => {
    expect(keys.split(" ").map((key) => [key, unitOf(key)])).toEqual(
      keys.split(" ").map((key) => [key, null]),
    );
  });

  test.each([
    ["°C", "temperature_c outdoor_temp_c temp1_C temperature_2_HI_C setpoint_max_C dew_point.c ambient_c"],
    ["A", "current_a current_1_A current_max_a rated_current_a"],
    ["V", "battery_v voltage_v solar_v supercap_V usb_voltage_v"],
    ["W", "power_w power0_W solar_w grid_w load_w"],
    ["s", "uptime_s age_s interval_s off_s time_s mist_run_s"],
    ["min", "run_min uptime_min on_min countdown_minutes exposure_mins remaining_min"],
    ["h", "run_h uptime_h on_h runtime_hours"],
    ["mm", "rain_mm depth_mm distance_mm"],
    ["mm/h in/h", "rain_rate_mm_h rain_rate_in_h"],
    ["m/s km/h mph", "wind_avg_m_s wind_max_km_h wind_avg_mi_h"],
    ["°C V W A VA mm", "t_c u_v p_w i_a s_va d_mm"],
    ["µS/cm mS/cm", "conductivity_us_cm ec_us_cm ec_ms_cm"],
    ["µg/m³ m³ m³/h L/h", "pm2_5_ug_m3 volume_m3 flow_m3_h flow_l_h"],
  ])("%s", (units, keys) => {
    const guesses = keys.split(" ").map(unitOf);
    expect([...new Set(guesses)]).toEqual(units.split(" "));
  });
});
