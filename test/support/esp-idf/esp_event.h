// A test double of the event loop's documented interface.
#pragma once
#include <stdint.h>

typedef int esp_err_t;
typedef const char* esp_event_base_t;
typedef void (*esp_event_handler_t)(void* argument, esp_event_base_t base, int32_t id, void* data);

static inline esp_err_t esp_event_loop_create_default(void) { return 0; }
static inline esp_err_t esp_event_handler_register(esp_event_base_t base, int32_t id, esp_event_handler_t handler,
                                                   void* argument) {
  return base == 0 || id < 0 || handler == 0 || argument != 0;
}
