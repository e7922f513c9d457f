#include <WiFi.h>          // ESP32; on other boards the core's own, such as <WiFiS3.h>
#include <PubSubClient.h>  // "PubSubClient" by Nick O'Leary in the library manager

const char* WIFI_NAME = "YOUR_WIFI_NAME";
const char* WIFI_PASSWORD = "YOUR_WIFI_PASSWORD";

const char* HOST = "YOUR_TCP_HOST";
const uint16_t PORT = YOUR_TCP_PORT;
const char* CLIENT_ID = "YOUR_DEVICE_ID";
const char* USERNAME = "YOUR_DEVICE_ID:YOUR_USERNAME";
const char* PASSWORD = "YOUR_PASSWORD";
const char* TELEMETRY = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry";
const unsigned long EVERY = 10000;  // milliseconds

WiFiClient network;
PubSubClient mqtt(network);
unsigned long told = 0;

float temperature() {
  return 21.5;  // your sensor goes here
}

void tell() {
  char values[40];
  int tenths = temperature() * 10;  // small boards print no float
  snprintf(values, sizeof values, "{\"temperature_c\":%d.%d}", tenths / 10, abs(tenths % 10));
  mqtt.publish(TELEMETRY, values);
  Serial.println(values);
  told = millis();
}

void setup() {
  Serial.begin(115200);
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(250);
  mqtt.setServer(HOST, PORT);
  mqtt.setBufferSize(512);
}

void loop() {
  if (mqtt.connected()) {
    if (millis() - told >= EVERY) tell();
  } else if (mqtt.connect(CLIENT_ID, USERNAME, PASSWORD)) {
    tell();
  } else {
    Serial.println(mqtt.state());  // 4 or 5: check user name and password
    delay(5000);
  }
  mqtt.loop();
}
