#include <WiFiS3.h>  // UNO R4; other boards have their core's own, such as <WiFiNINA.h> or <ESP8266WiFi.h>
#include <MQTT.h>    // "MQTT" by Joel Gaehwiler in the library manager

const char* WIFI_NAME = "YOUR_WIFI_NAME";
const char* WIFI_PASSWORD = "YOUR_WIFI_PASSWORD";

const char* HOST = "YOUR_TCP_HOST";
const int PORT = YOUR_TCP_PORT;
const char* CLIENT_ID = "YOUR_DEVICE_ID";
const char* USERNAME = "YOUR_DEVICE_ID:YOUR_USERNAME";
const char* PASSWORD = "YOUR_PASSWORD";
const char* CONTROL = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control";
const char* TELEMETRY = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry";
const int PIN = 13;

WiFiClient network;
MQTTClient mqtt(1024);  // bytes of the longest message
bool on = false;
int brightness = 100;  // percent
bool isChanged = false;

// The library must not publish in here: loop does.
void onMessage(String& topic, String& command) {
  if (topic != CONTROL || command.indexOf("{") != 0) return;
  // only the keys of this command
  if (command.indexOf("\"state\"") >= 0) on = command.indexOf("\"on\"") >= 0;
  int at = command.indexOf("\"brightness\":");
  if (at >= 0) brightness = atoi(command.c_str() + at + 13);
  analogWrite(PIN, on ? brightness * 255 / 100 : 0);
  isChanged = true;
}

void report() {
  char values[32];
  snprintf(values, sizeof values, "{\"brightness\":%d}", brightness);
  isChanged = !mqtt.publish(TELEMETRY, values, false, 1);
}

void connect() {
  if (WiFi.status() != WL_CONNECTED) WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  if (mqtt.connect(CLIENT_ID, USERNAME, PASSWORD)) {
    mqtt.subscribe(CONTROL, 1);
    Serial.println("connected");
  } else {
    Serial.println(mqtt.returnCode());  // 4 or 5: check user name and password
    delay(5000);
  }
}

// At its start the lamp is off, until the device is switched or is sent its last state.
void setup() {
  Serial.begin(115200);
  pinMode(PIN, OUTPUT);
  mqtt.begin(HOST, PORT, network);
  mqtt.setOptions(60, true, 5000);  // keep alive in seconds, clean session, timeout in milliseconds
  mqtt.onMessage(onMessage);
}

void loop() {
  if (!mqtt.connected()) connect();
  mqtt.loop();
  if (isChanged && mqtt.connected()) report();
}
