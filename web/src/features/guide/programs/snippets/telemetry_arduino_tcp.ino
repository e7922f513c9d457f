#include <WiFiS3.h>  // UNO R4; other boards have their core's own, such as <WiFiNINA.h> or <ESP8266WiFi.h>
#include <MQTT.h>    // "MQTT" by Joel Gaehwiler in the library manager

const char* WIFI_NAME = "YOUR_WIFI_NAME";
const char* WIFI_PASSWORD = "YOUR_WIFI_PASSWORD";

const char* HOST = "YOUR_TCP_HOST";
const int PORT = YOUR_TCP_PORT;
const char* CLIENT_ID = "YOUR_DEVICE_ID";
const char* USERNAME = "YOUR_DEVICE_ID:YOUR_USERNAME";
const char* PASSWORD = "YOUR_PASSWORD";
const char* TELEMETRY = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry";
const unsigned long EVERY = 10000;  // milliseconds

WiFiClient network;
MQTTClient mqtt(1024);  // bytes of the longest message
unsigned long reportedAt = 0;

float temperature() {
  return 21.5;  // your sensor goes here
}

void report() {
  char values[40];
  int tenths = temperature() * 10;  // small boards print no float
  snprintf(values, sizeof values, "{\"temperature_c\":%d.%d}", tenths / 10, abs(tenths % 10));
  reportedAt = millis();
  if (mqtt.publish(TELEMETRY, values, false, 1)) Serial.println("acknowledged");
}

void connect() {
  if (WiFi.status() != WL_CONNECTED) WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  if (mqtt.connect(CLIENT_ID, USERNAME, PASSWORD)) {
    report();
    Serial.println("connected");
  } else {
    Serial.println(mqtt.returnCode());  // 4 or 5: check user name and password
    delay(5000);
  }
}

// It reports at once after it has connected.
void setup() {
  Serial.begin(115200);
  mqtt.begin(HOST, PORT, network);
  mqtt.setOptions(60, true, 5000);  // keep alive in seconds, clean session, timeout in milliseconds
}

void loop() {
  if (!mqtt.connected()) connect();
  if (mqtt.connected() && millis() - reportedAt >= EVERY) report();
  mqtt.loop();
}
