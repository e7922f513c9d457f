#include <WiFi.h>          // ESP32; on other boards the core's own, such as <WiFiS3.h>
#include <PubSubClient.h>  // "PubSubClient" by Nick O'Leary in the library manager

const char* WIFI_NAME = "YOUR_WIFI_NAME";
const char* WIFI_PASSWORD = "YOUR_WIFI_PASSWORD";

const char* HOST = "YOUR_TCP_HOST";
const uint16_t PORT = YOUR_TCP_PORT;
const char* CLIENT_ID = "YOUR_DEVICE_ID";
const char* USERNAME = "YOUR_DEVICE_ID:YOUR_USERNAME";
const char* PASSWORD = "YOUR_PASSWORD";
const char* CONTROL = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control";
const char* TELEMETRY = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry";
const int PIN = 13;

WiFiClient network;
PubSubClient mqtt(network);
int brightness = 100;  // percent

void onMessage(char* topic, byte* payload, unsigned int length) {
  if (strcmp(topic, CONTROL) != 0) return;
  String message;
  for (unsigned int i = 0; i < length; i++) message += (char)payload[i];
  bool on = message.indexOf("\"on\"") >= 0;
  int at = message.indexOf("\"brightness\":");
  if (at >= 0) brightness = atoi(message.c_str() + at + 13);
  analogWrite(PIN, on ? brightness * 255 / 100 : 0);  // on an ESP32 by its LEDC
  char report[32];
  snprintf(report, sizeof report, "{\"brightness\":%d}", brightness);
  mqtt.publish(TELEMETRY, report);
}

void setup() {
  Serial.begin(115200);
  pinMode(PIN, OUTPUT);
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(250);
  mqtt.setServer(HOST, PORT);
  mqtt.setBufferSize(512);
  mqtt.setCallback(onMessage);
}

void loop() {
  if (!mqtt.connected()) {
    if (mqtt.connect(CLIENT_ID, USERNAME, PASSWORD)) {
      mqtt.subscribe(CONTROL, 1);
      Serial.println("connected");
    } else {
      Serial.println(mqtt.state());  // 4 or 5: check user name and password
      delay(5000);
    }
  }
  mqtt.loop();
}
