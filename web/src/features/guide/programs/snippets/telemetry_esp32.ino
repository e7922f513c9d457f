#include <WiFi.h>
#include "esp_crt_bundle.h"
#include "mqtt_client.h"  // comes with the ESP32 core (3.x): nothing to install

const char* WIFI_NAME = "YOUR_WIFI_NAME";
const char* WIFI_PASSWORD = "YOUR_WIFI_PASSWORD";

const char* BROKER = "YOUR_BROKER_URL";
const char* TELEMETRY = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry";
const unsigned long EVERY = 10000;  // milliseconds

esp_mqtt_client_handle_t client;

float temperature() {
  return 21.5;  // your sensor goes here
}

void report() {
  char values[40];
  snprintf(values, sizeof values, "{\"temperature_c\":%.1f}", temperature());
  esp_mqtt_client_publish(client, TELEMETRY, values, 0, 1, 0);  // at QoS 1
}

void onMqtt(void*, esp_event_base_t, int32_t id, void* data) {
  auto event = static_cast<esp_mqtt_event_handle_t>(data);
  if (id == MQTT_EVENT_ERROR) Serial.println(event->error_handle->connect_return_code);  // 4 or 5: check the login
  if (id == MQTT_EVENT_PUBLISHED) Serial.println("acknowledged");
}

// At its start it reports at once.
void setup() {
  Serial.begin(115200);
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
  report();
  delay(EVERY);
}
