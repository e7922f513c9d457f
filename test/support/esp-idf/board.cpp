// Makes the requests of a program for ESP-IDF, and those of `mqtt_client.h` in a sketch, on the bench. The client connects again after each loss, as the library does.
#include "mqtt_client.h"

#include "bench.h"

struct esp_mqtt_client {
  esp_mqtt_client_config_t config;
  esp_event_handler_t handler;
  void* argument;

  void raise(esp_mqtt_event_id_t id, std::string topic = "", std::string data = "", int code = 0) {
    esp_mqtt_error_codes_t error{code};
    esp_mqtt_event_t event{this, data.data(), (int)data.size(), topic.data(), (int)topic.size(), &error};
    handler(argument, "MQTT_EVENTS", id, &event);
  }
  void connect() {
    const auto& [broker, credentials, session] = config;
    int code;
    do {
      code = bench::ask({"connect", broker.address.uri, credentials.client_id, credentials.username,
                         credentials.authentication.password});
    } while (code < 0);
    if (code > 0) return raise(MQTT_EVENT_ERROR, "", "", code);
    raise(MQTT_EVENT_CONNECTED);
  }
};

extern "C" {
esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t* config) {
  return new esp_mqtt_client{*config, nullptr, nullptr};
}
esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t client, esp_mqtt_event_id_t,
                                         esp_event_handler_t handler, void* argument) {
  client->handler = handler;
  client->argument = argument;
  return 0;
}
esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t client) {
  bench::onMessage = [client](auto& topic, auto& data) { client->raise(MQTT_EVENT_DATA, topic, data); };
  bench::onAcknowledged = [client](auto& request) {
    client->raise(request == "publish" ? MQTT_EVENT_PUBLISHED : MQTT_EVENT_SUBSCRIBED);
  };
  bench::onLost = [client] {
    client->raise(MQTT_EVENT_DISCONNECTED);
    client->connect();
  };
  client->connect();
  return 0;
}
int esp_mqtt_client_subscribe(esp_mqtt_client_handle_t, const char* topic, int qos) {
  bench::say({"subscribe", topic, std::to_string(qos)});
  return 1;
}
int esp_mqtt_client_publish(esp_mqtt_client_handle_t, const char* topic, const char* data, int, int qos, int) {
  bench::say({"publish", topic, std::to_string(qos), data});
  return 1;
}

int gpio_set_direction(int pin, int) {
  bench::say({"output", std::to_string(pin)});
  return 0;
}
int gpio_set_level(int pin, uint32_t level) {
  bench::say({"pin", std::to_string(pin), std::to_string(level)});
  return 0;
}
int ledc_timer_config(const void*) { return 0; }
int ledc_channel_config(const void*) { return 0; }
int ledc_set_duty(int, int, uint32_t duty) {
  bench::say({"pin", "13", std::to_string(duty)});
  return 0;
}
int ledc_update_duty(int, int) { return 0; }
void vTaskDelay(uint32_t ticks) { bench::serve(ticks > 20 ? 20 : (int)ticks); }
}
