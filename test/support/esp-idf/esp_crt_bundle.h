// A test double of the certificate bundle's documented interface.
#pragma once
static inline int esp_crt_bundle_attach(void* configuration) {
  (void)configuration;
  return 0;
}
