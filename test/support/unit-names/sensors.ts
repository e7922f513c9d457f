/** Keys of firmwares that write units elsewhere, or nowhere, by the unit that a key names. */

/** `value_json` of OpenMQTTGateway's own announcements (its `config_mqttDiscovery.h`). */
export const OPEN_MQTT_GATEWAY: Readonly<Record<string, string>> = {
  "°C": "tempc tempc2 tempc3 tempc4",
  "°F": "tempf",
};
export const OPEN_MQTT_GATEWAY_WITHOUT = `
  batt lux pres fer for moi hum steps weight presence altim altift message value volt current power energy gpio ftcd
  wattsm2 adc pa id address open time count alarm
`;

/** Tasmota's sensors (`D_JSON_*` of its `i18n.h`): the unit stands beside them, as in `TempUnit`. */
export const TASMOTA_WITHOUT = `
  BME280.Temperature BME280.Humidity BME280.DewPoint BME280.Pressure BME280.SeaPressure SHT3X-0x44.aHumidity
  ENERGY.Total ENERGY.Yesterday ENERGY.Today ENERGY.Period ENERGY.Power ENERGY.ApparentPower ENERGY.ReactivePower
  ENERGY.Factor ENERGY.Frequency ENERGY.Voltage ENERGY.Current ENERGY.ImportActive ENERGY.PhaseAngle
  MHZ19B.CarbonDioxide SGP30.eCO2 SGP30.TVOC PMS5003.PM1 PMS5003.PM2.5 PMS5003.PB0.3 PMS5003.PB10 PMS5003.CF1
  TCS34725.R TCS34725.G TCS34725.B TCS34725.C TCS34725.CCT TCS34725.Illuminance APDS9960.Red APDS9960.Ambient
  MPU6050.AX MPU6050.GZ ANALOG.A0 ANALOG.A1 ANALOG.Range ANALOG.CTEnergy COUNTER.C1 COUNTER.C2 SR04.Distance
  HX711.Weight HX711.WeightRaw LD2410.Distance VL53L0X.Distance AS3935.Energy AS3935.Stage LTR390.UvIndex
  DS18B20-1.Temperature ESP32.Temperature ESP32.HallEffect Wifi.RSSI Wifi.Signal Wifi.Downtime SML.Total_in
  SML.Total_out SML.Power_curr SML.Power_in SML.Power_p1 SML.Volt_p1 EC.EC DO.DisolvedOxygen ORP.ORP pH.pH
  FLOWRATE.FlowRate INA219.Voltage INA219.Current HMC5883L.XaxisInduction WindDir WindSpeed Uptime Vcc Heap LoadAvg
`;
