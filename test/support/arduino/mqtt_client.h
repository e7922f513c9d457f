// A test double of the documented interface of ESP-MQTT, which the ESP32 core carries, as far as the snippets use it.
#pragma once
#include "Arduino.h"

using esp_event_base_t = const char*;
using esp_err_t = int;
struct esp_mqtt_client;
using esp_mqtt_client_handle_t = esp_mqtt_client*;
using esp_event_handler_t = void (*)(void*, esp_event_base_t, int32_t, void*);

enum esp_mqtt_event_id_t { MQTT_EVENT_ANY = -1, MQTT_EVENT_ERROR = 0, MQTT_EVENT_CONNECTED = 1, MQTT_EVENT_DATA = 6 };

struct esp_mqtt_event_t {
  esp_mqtt_client_handle_t client;
  char* data;
  int data_len;
  char* topic;
  int topic_len;
};
using esp_mqtt_event_handle_t = esp_mqtt_event_t*;

struct esp_mqtt_client_config_t {
  struct {
    struct {
      const char* uri;
    } address;
    struct {
      esp_err_t (*crt_bundle_attach)(void*);
    } verification;
  } broker;
  struct {
    const char* username;
    const char* client_id;
    struct {
      const char* password;
    } authentication;
  } credentials;
};

struct esp_mqtt_client {
  esp_mqtt_client_config_t config;
  esp_event_handler_t handler;
  void* argument;

  void tell(esp_mqtt_event_id_t id, std::string topic = "", std::string data = "") {
    esp_mqtt_event_t event{this, data.data(), (int)data.size(), topic.data(), (int)topic.size()};
    handler(argument, "MQTT_EVENTS", id, &event);
  }
};

inline esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t* config) {
  return new esp_mqtt_client{*config, nullptr, nullptr};
}
inline esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t client, esp_mqtt_event_id_t,
                                                esp_event_handler_t handler, void* argument) {
  client->handler = handler;
  client->argument = argument;
  return 0;
}
inline esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t client) {
  const auto& [broker, credentials] = client->config;
  int code = bench::connect(broker.address.uri, credentials.client_id, credentials.username,
                            credentials.authentication.password);
  bench::onMessage = [client](std::string topic, std::string data) {
    client->tell(MQTT_EVENT_DATA, topic, data);
  };
  client->tell(code == 0 ? MQTT_EVENT_CONNECTED : MQTT_EVENT_ERROR);
  return 0;
}
inline int esp_mqtt_client_subscribe(esp_mqtt_client_handle_t, const char* topic, int qos) {
  bench::say({"subscribe", topic, std::to_string(qos)});
  return 1;
}
