#include <WiFi.h>
#include "esp_crt_bundle.h"
#include "mqtt_client.h"  // comes with the ESP32 core (3.x): nothing to install

const char* WIFI_NAME = "YOUR_WIFI_NAME";
const char* WIFI_PASSWORD = "YOUR_WIFI_PASSWORD";

const char* CONTROL = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control";
const int PIN = 13;

void onMqtt(void*, esp_event_base_t, int32_t id, void* data) {
  auto event = static_cast<esp_mqtt_event_handle_t>(data);
  if (id == MQTT_EVENT_CONNECTED) {
    esp_mqtt_client_subscribe(event->client, CONTROL, 1);
    Serial.println("connected");
  }
  if (id == MQTT_EVENT_DATA && String(event->topic, event->topic_len) == CONTROL) {
    bool on = String(event->data, event->data_len).indexOf("\"on\"") >= 0;
    digitalWrite(PIN, on ? HIGH : LOW);
    Serial.println(on ? "on" : "off");
  }
}

void setup() {
  Serial.begin(115200);
  pinMode(PIN, OUTPUT);
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(250);

  esp_mqtt_client_config_t config = {};
  config.broker.address.uri = "YOUR_BROKER_URL";
  config.broker.verification.crt_bundle_attach = esp_crt_bundle_attach;
  config.credentials.client_id = "YOUR_DEVICE_ID";
  config.credentials.username = "YOUR_DEVICE_ID:YOUR_USERNAME";
  config.credentials.authentication.password = "YOUR_PASSWORD";
  esp_mqtt_client_handle_t client = esp_mqtt_client_init(&config);
  esp_mqtt_client_register_event(client, MQTT_EVENT_ANY, onMqtt, nullptr);
  esp_mqtt_client_start(client);  // connects, and again whenever it must
}

void loop() {
  delay(1000);
}
