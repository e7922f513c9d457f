// main.c of an ESP-IDF project; from ESP-IDF 6 on, first: idf.py add-dependency espressif/mqtt
#include <stdio.h>
#include <string.h>

#include "driver/gpio.h"
#include "esp_crt_bundle.h"
#include "esp_wifi.h"
#include "mqtt_client.h"
#include "nvs_flash.h"

#define WIFI_NAME "YOUR_WIFI_NAME"
#define WIFI_PASSWORD "YOUR_WIFI_PASSWORD"

#define BROKER "YOUR_BROKER_URL"
#define CONTROL "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control"
#define STATUS "YOUR_USER_ID/devices/YOUR_DEVICE_ID/status"
#define TELEMETRY "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry"
#define PIN GPIO_NUM_13

static esp_mqtt_client_handle_t client;
static bool is_restored = false;

static bool is_from(esp_mqtt_event_handle_t event, const char *topic) {
  return event->topic_len == (int)strlen(topic) && memcmp(event->topic, topic, event->topic_len) == 0;
}

static void on_message(esp_mqtt_event_handle_t event) {
  bool is_status = is_from(event, STATUS);
  if (is_status ? is_restored : !is_from(event, CONTROL)) return;
  char message[512];
  snprintf(message, sizeof message, "%.*s", event->data_len, event->data);
  if (message[0] != '{') return;
  bool on = strstr(message, "\"on\"") != NULL;
  gpio_set_level(PIN, on);
  puts(on ? "on" : "off");
  is_restored = true;
  const char *report = on ? "{\"state\":\"on\"}" : "{\"state\":\"off\"}";
  if (is_status) esp_mqtt_client_publish(client, TELEMETRY, report, 0, 1, 0);
}

static void on_mqtt(void *argument, esp_event_base_t base, int32_t id, void *data) {
  esp_mqtt_event_handle_t event = data;
  if (id == MQTT_EVENT_ERROR) printf("%d\n", event->error_handle->connect_return_code);  // 4 or 5: check the login
  if (id == MQTT_EVENT_CONNECTED) {
    esp_mqtt_client_subscribe(client, CONTROL, 1);
    if (!is_restored) esp_mqtt_client_subscribe(client, STATUS, 1);
    puts("connected");
  }
  if (id == MQTT_EVENT_DATA) on_message(event);
}

static void on_wifi(void *argument, esp_event_base_t base, int32_t id, void *data) {
  esp_wifi_connect();
}

static void start_wifi(void) {
  nvs_flash_init();
  esp_netif_init();
  esp_event_loop_create_default();
  esp_netif_create_default_wifi_sta();
  wifi_init_config_t defaults = WIFI_INIT_CONFIG_DEFAULT();
  esp_wifi_init(&defaults);
  esp_event_handler_register(WIFI_EVENT, WIFI_EVENT_STA_START, on_wifi, NULL);
  esp_event_handler_register(WIFI_EVENT, WIFI_EVENT_STA_DISCONNECTED, on_wifi, NULL);
  wifi_config_t wifi = {.sta = {.ssid = WIFI_NAME, .password = WIFI_PASSWORD}};
  esp_wifi_set_mode(WIFI_MODE_STA);
  esp_wifi_set_config(WIFI_IF_STA, &wifi);
  esp_wifi_start();
}

static void start_mqtt(void) {
  esp_mqtt_client_config_t config = {
      .broker.address.uri = BROKER,
      .broker.verification.crt_bundle_attach = esp_crt_bundle_attach,
      .credentials.client_id = "YOUR_DEVICE_ID",
      .credentials.username = "YOUR_DEVICE_ID:YOUR_USERNAME",
      .credentials.authentication.password = "YOUR_PASSWORD",
      .session.keepalive = 60,
  };
  client = esp_mqtt_client_init(&config);
  esp_mqtt_client_register_event(client, MQTT_EVENT_ANY, on_mqtt, NULL);
  esp_mqtt_client_start(client);  // connects, and again after each loss
}

// At its start it takes the last state from the status topic, and reports it.
void app_main(void) {
  gpio_set_direction(PIN, GPIO_MODE_OUTPUT);
  start_wifi();
  start_mqtt();
}
