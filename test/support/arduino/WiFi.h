// A test double: the network is there from the second look on.
#pragma once
#include "Arduino.h"

enum { WL_IDLE_STATUS = 0, WL_CONNECTED = 3 };

inline struct {
  int looks = 0;
  int begin(const char*, const char*) { return WL_IDLE_STATUS; }
  int status() { return looks++ == 0 ? WL_IDLE_STATUS : WL_CONNECTED; }
} WiFi;

class Client {};
class WiFiClient : public Client {};
