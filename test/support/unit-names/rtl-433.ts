/**
 * The fields of rtl_433 (91b2ebdb, August 2026) by their units: those of the formats in its decoders, and of the
 * rule `<Type>_<Unit>` on its page "JSON Data fields".
 */

export const RTL_433: Readonly<Record<string, string>> = {
  "°C": `alarm_high_1_C alarm_high_2_C alarm_low_1_C alarm_low_2_C ambient_C setpoint_C setpoint_high_1_C
    setpoint_high_2_C setpoint_high_3_C setpoint_high_4_C setpoint_low_1_C setpoint_low_2_C setpoint_low_3_C
    setpoint_low_4_C setpoint_max_C setpoint_min_C temp1_C temp2_C temp3_C temp4_C temp5_C temp6_C
    temperature temperature_1_C temperature_1_HI_C temperature_1_LO_C temperature_2_C temperature_2_HI_C
    temperature_2_LO_C temperature_3_C temperature_4_C temperature_5_C temperature_C temperature_C_ext
    temperature_amb_C temperature_int_C`,
  VA: `apparentpower_VA power_VA power_factor_VA`,
  V: `battery_V starting_V supercap_V voltage_V`,
  mV: `battery_mV`,
  "%": `battery_pct call_for_heat charge_pct flow_rate health_pct humidity humidity_1 humidity_2 light_pct
    moisture stop_moisture`,
  "m/s²": `centrifugal_acc`,
  ppm: `co2_ppm`,
  "µS/cm": `conductivity`,
  kWh: `cumulative_kWh energy_kWh hourly_kWh impulse_kWh reading_kWh total_kWh`,
  A: `current current_1_A current_2_A current_3_A current_A current_pv_A current_used_A`,
  s: `default_duration_s duration_s final heartbeat_interval_s mist_interval_s mist_run_s remaining_s split
    timestamp transmit_s uptime_s`,
  cm: `depth_cm`,
  "µg/m³": `estimated_pm10_0_ug_m3 pm10_0_ug_m3 pm10_ug_m3 pm1_ug_m3 pm2_5_ug_m3 pm4_ug_m3`,
  min: `exposure_mins`,
  "°F": `floor_limit_1_F floor_limit_2_F mode_setpoint_F temperature1_F temperature2_F temperature3_F
    temperature4_F temperature_1_F temperature_2_F temperature_F`,
  Hz: `frequency_Hz`,
  ppb: `hcho_ppb`,
  klx: `light_klx`,
  lx: `light_lux`,
  W: `power0_W power1_W power2_W power3_W power_W`,
  psi: `pressure_PSI`,
  hPa: `pressure_hPa`,
  kPa: `pressure_kPa`,
  mm: `rain2_mm rain_mm`,
  in: `rain_in`,
  "in/h": `rain_rate_in_h`,
  "mm/h": `rain_rate_mm_h`,
  dB: `signal_dB`,
  km: `storm_dist_km`,
  As: `total_As`,
  gal: `volume_gal`,
  "m³": `volume_m3`,
  L: `water_limit_l water_usage_l`,
  "km/h": `wind_avg_km_h wind_gust_km_h wind_max_km_h wind_spd_km_h`,
  "m/s": `wind_avg_m_s wind_max_m_s`,
  mph: `wind_avg_mi_h wind_max_mi_h`,
  "°": `wind_dev_deg wind_dir_deg`,
};

/** Fields without a unit: flags, numbers, texts. */
export const RTL_433_WITHOUT = `
  AC ApplicationVersion AsynchronousCounters C CI CW Consumption ConsumptionIntervalCount ERTSerialNumber
  ERTType EndpointID EndpointType HammingCode L LastConsumptionCount LastGenerationCount M MeterIdCRC
  MeterType ModuleProgrammingState PacketCRC PacketLength PacketTypeID PowerOutageFlags ProtocolID ST
  Tamper TamperCounters TransmitTimeOffset Unknown_field_1 Unknown_field_2 ack_leaking acknowledgement
  action action_code active actuator_run_time ad_raw add1024 add256 add512 address alarm alarms alert apci
  association_id aux backflow batt_Vrms battery battery_level battery_low battery_ok battery_raw
  binding_countdown body body_len boiler_modulation_level boost boost_time booster_battery brand button
  button1 button2 button3 button4 button_code button_id button_left button_name button_press
  button_press_name button_right button_str channel charging_error checksum ci cli_rx_pri cli_rx_time
  cli_tx_pri cli_tx_time clock closed cmac cmd cmd1 cmd2 cmd_id cmd_name cmd_value code color command
  config_counter connected consumption consumption_data contact_open control control_string corrections
  count counter cranking_error crc ct1 ct2 ct3 ct4 ctr cur_hour current_heating cycle cycle_counter
  cycle_rate daily_reading data data_raw date datetime day_mode delay demand dest destaddress detect_wet
  device_number device_time device_type diagnostic_code diagnostic_flags dim dim_value dimmer dipswitch
  display_u domain_id dst dst_id effect ell_acc ell_cc ell_ci else enabled encoder_tamper encr encrypted
  encrypted_id encrypted_status endpoint_model energy energy2 err1 err2 ert_type esn event event_type
  exception ext ext_power extended extra extradata facility facswitch failed failsafe_mode family fan
  fast_leak fet firmware firmware_version fixed flag flag_beacon flag_end flag_lpm flag_mode flag_routed
  flag_start flags flags1 flags15 flags2 flags3 flags4 flags5 flags_1 flags_2 flags_raw flame flame_status
  formatted frag_more frag_num frame_type from from_id front gap gateway_id gateway_time gear group
  group_call hardware_version has_tick header_variant heartbeat heat heat_demand heating heating_temp hops
  hopsleft hopsmax house_id housecode humidity_raw id id0 id1 id_wire ids import_val impulse_constant
  impulses impulses_total in_base inflate interval ipv6 irrigation is_booster is_docked is_probe
  is_raining is_retry key knx_ctrl l_npci last_hour last_yr_heating leak leak_bottom leak_detected
  leak_num leak_top leaking leaknow learn learn_mode len level light light_lvl link location longpress lux
  mac manual_transmit master max_flow_temp maybe_battery maybetemp meat mesh message message_num
  message_subtype message_type metertype mic min_flow_temp minimum_off_time minimum_on_time mode model
  model_version module_id more_parts motion motion_flags motion_status moving msg msg_class msg_counter
  msg_id msg_length msg_name msg_no msg_repeat msg_str msg_type msg_value nbr_ids net_id network networkID
  newbattery node nouse num_rows oem_model open opened overload pad_id pairing parameter payload
  payload_encrypted peak peering_request physical_tamper pilot pin plan position power power0 power_idx
  power_max powerfactor pressure_alert probe_1_flags probe_2_flags probe_3_flags probe_4_flags
  probe_batery probe_fail programme proportional_band_width protoversion provider pulse pulsecount pulses
  pulses_per_kWh pump_run_time radio_clock rain rain1 rain2 rain_count rain_raw rain_start rapid_change
  raw raw_a_315 raw_b_315 raw_c_045 raw_d_045 raw_message raw_value rbutton rc reading receiver_id reed
  reed_open register_high register_low relay remote_id repeat repeater report_flags_0 report_flags_1
  report_flags_2 reset_counter restore retransmission retransmit retry rf_channel rfi rolling routes rssi
  saved_last_28 saved_last_7 saved_today saved_total saved_yesterday secret_knock security security_bits
  seed sender_id sendmode sensitivity sensor sensor_count sensor_flags_raw sensor_mode sensor_num
  sensor_number sensor_raw sensor_type sensor_value seq seq_num seq_number sequence sequence_id
  sequence_nr sequence_num serial setpoint setpoint_mode signal slave sleep sn socket_id software_version
  soil_rssi solar_off speed spidernet src src_id start_hour start_minute startup state state_raw
  station_id status status_hex storage storm_dist strike_count strike_distance stype subtype subunit
  supervised switch switch1 switch2 switch3 switch4 switch5 switch_id sync sync_channel tamper tampered
  tank_hot target target_ack target_id taste telegram temp_ok temperature_alarm temperature_alert
  temperature_raw temperature_type test text thermostat tick ticker time_on time_request time_total timer
  timer_active timer_alarm tlvs to to_id token total tpci transfer transfer_ack transmit trigger triggered
  tristate tx_type txstatus type type_string uid uk1 unit unkn1 unkn2 unknown unknown1 unknown2 unknown_1
  unknown_3 uptime uv uv_index uv_sensor_id uv_status uvi valid_motus value version voc_level volume
  wakeup wanaddress water weekday_mask wheel wind_approach wind_coef wind_ratio wm wnd_stat xactivity
  xtamper1 xtamper2 zone zone_idx
`;
