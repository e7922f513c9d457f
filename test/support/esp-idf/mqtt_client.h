// A test double of the documented interface of ESP-MQTT, as far as the snippets use it, in C as the library's.
#pragma once
#include <stdbool.h>

#include "esp_event.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct esp_mqtt_client* esp_mqtt_client_handle_t;

typedef enum {
  MQTT_EVENT_ANY = -1,
  MQTT_EVENT_ERROR = 0,
  MQTT_EVENT_CONNECTED,
  MQTT_EVENT_DISCONNECTED,
  MQTT_EVENT_SUBSCRIBED,
  MQTT_EVENT_UNSUBSCRIBED,
  MQTT_EVENT_PUBLISHED,
  MQTT_EVENT_DATA,
} esp_mqtt_event_id_t;

typedef struct {
  int connect_return_code;
} esp_mqtt_error_codes_t;

typedef struct {
  esp_mqtt_client_handle_t client;
  char* data;
  int data_len;
  char* topic;
  int topic_len;
  esp_mqtt_error_codes_t* error_handle;
} esp_mqtt_event_t;
typedef esp_mqtt_event_t* esp_mqtt_event_handle_t;

typedef struct {
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
  struct {
    int keepalive;
  } session;
} esp_mqtt_client_config_t;

esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t* config);
esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t client, esp_mqtt_event_id_t id,
                                         esp_event_handler_t handler, void* argument);
esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t client);
int esp_mqtt_client_subscribe(esp_mqtt_client_handle_t client, const char* topic, int qos);
int esp_mqtt_client_publish(esp_mqtt_client_handle_t client, const char* topic, const char* data, int length, int qos,
                            int retain);

#ifdef __cplusplus
}
#endif
