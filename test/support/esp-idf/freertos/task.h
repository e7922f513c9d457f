#pragma once
#include <stdint.h>

void vTaskDelay(uint32_t ticks);
