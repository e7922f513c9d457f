// A test double of PubSubClient's documented interface, as far as the snippets use it.
#pragma once
#include "WiFi.h"

class PubSubClient {
  std::string address;
  int code = -1;

 public:
  explicit PubSubClient(Client&) {}
  PubSubClient& setServer(const char* host, uint16_t port) {
    address = std::string("mqtt://") + host + ":" + std::to_string(port);
    return *this;
  }
  bool setBufferSize(uint16_t) { return true; }
  PubSubClient& setCallback(void (*callback)(char*, uint8_t*, unsigned int)) {
    bench::onMessage = [callback](std::string topic, std::string payload) {
      callback(topic.data(), reinterpret_cast<uint8_t*>(payload.data()), payload.size());
    };
    return *this;
  }
  bool connect(const char* id, const char* user, const char* password) {
    code = bench::connect(address, id, user, password);
    return connected();
  }
  bool subscribe(const char* topic, uint8_t qos) {
    bench::say({"subscribe", topic, std::to_string(qos)});
    return true;
  }
  bool publish(const char* topic, const char* payload) {
    bench::say({"publish", topic, payload});
    return true;
  }
  bool connected() { return code == 0; }
  int state() { return code; }
  bool loop() {
    bench::serve(20);
    return connected();
  }
};
