#pragma once

static inline int nvs_flash_init(void) { return 0; }
