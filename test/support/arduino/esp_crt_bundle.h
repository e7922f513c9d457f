// A test double of the certificate bundle's documented interface.
#pragma once
inline int esp_crt_bundle_attach(void*) { return 0; }
