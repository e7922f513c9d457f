#include <WiFi.h>
#include "esp_crt_bundle.h"
#include "mqtt_client.h"  // comes with the ESP32 core (3.x): nothing to install

const char* WIFI_NAME = "YOUR_WIFI_NAME";
const char* WIFI_PASSWORD = "YOUR_WIFI_PASSWORD";

const char* BROKER = "YOUR_BROKER_URL";
const char* CONTROL = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control";
const int PIN = 13;

esp_mqtt_client_handle_t client;

void onMqtt(void*, esp_event_base_t, int32_t id, void* data) {
  auto event = static_cast<esp_mqtt_event_handle_t>(data);
  if (id == MQTT_EVENT_ERROR) Serial.println(event->error_handle->connect_return_code);  // 4 or 5: check the login
  if (id == MQTT_EVENT_CONNECTED) {
    esp_mqtt_client_subscribe(client, CONTROL, 1);
    Serial.println("connected");
  }
  if (id == MQTT_EVENT_DATA && String(event->topic, event->topic_len) == CONTROL) {
    String command(event->data, event->data_len);
    if (command.indexOf("{") != 0) return;
    bool on = command.indexOf("\"on\"") >= 0;
    digitalWrite(PIN, on ? HIGH : LOW);
    Serial.println(on ? "on" : "off");
  }
}

// At its start the pin is off, until the device is switched or is sent its last state.
void setup() {
  Serial.begin(115200);
  pinMode(PIN, OUTPUT);
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(250);

  esp_mqtt_client_config_t config = {};
  config.broker.address.uri = BROKER;
  config.broker.verification.crt_bundle_attach = esp_crt_bundle_attach;
  config.credentials.client_id = "YOUR_DEVICE_ID";
  config.credentials.username = "YOUR_DEVICE_ID:YOUR_USERNAME";
  config.credentials.authentication.password = "YOUR_PASSWORD";
  config.session.keepalive = 60;
  client = esp_mqtt_client_init(&config);
  esp_mqtt_client_register_event(client, MQTT_EVENT_ANY, onMqtt, nullptr);
  esp_mqtt_client_start(client);  // connects, and again after each loss
}

void loop() {
  delay(1000);
}
