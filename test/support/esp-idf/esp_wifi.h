// A test double of the station's documented interface: its network is there.
#pragma once
#include "esp_event.h"

#define WIFI_EVENT "WIFI_EVENT"
#define WIFI_INIT_CONFIG_DEFAULT() {0}
enum { WIFI_EVENT_STA_START = 2, WIFI_EVENT_STA_DISCONNECTED = 5 };
typedef enum { WIFI_MODE_STA = 1 } wifi_mode_t;
typedef enum { WIFI_IF_STA } wifi_interface_t;
typedef struct {
  int reserved;
} wifi_init_config_t;
typedef struct {
  struct {
    uint8_t ssid[32];
    uint8_t password[64];
  } sta;
} wifi_config_t;

static inline int esp_netif_init(void) { return 0; }
static inline void* esp_netif_create_default_wifi_sta(void) { return 0; }
static inline int esp_wifi_init(const wifi_init_config_t* config) { return config == 0; }
static inline int esp_wifi_set_mode(wifi_mode_t mode) { return mode != WIFI_MODE_STA; }
static inline int esp_wifi_set_config(wifi_interface_t interface, wifi_config_t* config) {
  return interface != WIFI_IF_STA || config->sta.ssid[0] == 0;
}
static inline int esp_wifi_start(void) { return 0; }
static inline int esp_wifi_connect(void) { return 0; }
