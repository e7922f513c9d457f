/**
 * Keys of zigbee-herdsman-converters 26.112.0 that end like a unit, by the unit that the package declares. The layer
 * `firmware` compares all of its exposes.
 */

export const ZIGBEE: Readonly<Record<string, string>> = {
  "%": `action_rotation_percent led_brightness_levels.high_brightness_percent
    led_brightness_levels.low_brightness_percent led_brightness_levels.medium_brightness_percent
    led_colors.off_g led_colors.on_g liquid_level_percent power_factor_a power_factor_c`,
  VA: `active_power_max_ph_c apparent_power_ph_c injected_v_a`,
  V: `average_rms_voltage_meas_period_ph_c rms_voltage_ph_c`,
  m: `breath_detection_min inching.minutes move_detection_min small_move_detection_min`,
  ppm: `co_ppm`,
  K: `color_temperature_range_max_kelvin color_temperature_range_min_kelvin`,
  h: `countdown_hours self_test_auto_hours`,
  s: `countdown_usb_a countdown_usb_c inching.seconds timer_seconds`,
  A: `current_a rms_current_max_ph_c rms_current_ph_c warn_d_p_s`,
  kWh: `energy_produced_a energy_produced_c`,
  Wh: `energy_wh`,
  "°F": `holiday_temp_set_f local_temperature_f max_cool_setpoint_limit_f max_heat_setpoint_limit_f
    max_heat_temp_f min_cool_setpoint_limit_f min_cool_temp_f min_heat_setpoint_limit_f
    occupied_cooling_setpoint_f occupied_heating_setpoint_f temperature_f`,
  "°": `led_indicator_off_h led_indicator_on_h`,
  W: `power_setting_a power_setting_c`,
  mA: `rated_max_current_ma`,
  VArh: `reactive_power_ph_c`,
  "dB/m": `smoke_density_dbm`,
  "°C": `temperature_c`,
};

/** Keys without a unit, or with several. */
export const ZIGBEE_WITHOUT = `
  alarm_voltage_min calibration_current_a current_fan_rpm energy_flow_a fixed_deviation_lux heating_8_deg
  led_color_off.g led_color_on.g led_indicator_off_s led_indicator_on_s linearity_error_ratio_lux
  power_alarm_a power_alarm_c requested_brightness_percent schedule_h_p_h_c state_usb_a state_usb_c
  target_fan_rpm timestamp_a voltage_min zone_a
`;
