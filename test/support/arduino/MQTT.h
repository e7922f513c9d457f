// A test double of the documented interface of arduino-mqtt 2.5, as far as the snippets use it. Publishing at QoS 1 and
// subscribing wait for the acknowledgement, as the library does.
#pragma once
#include "WiFi.h"

enum lwmqtt_return_code_t { LWMQTT_CONNECTION_ACCEPTED = 0, LWMQTT_NOT_AUTHORIZED = 5 };

class MQTTClient {
  std::string address;
  int code = -1;

 public:
  explicit MQTTClient(int) {
    bench::onLost = [this] { code = -1; };
  }
  void begin(const char host[], int port, Client&) {
    address = std::string("mqtt://") + host + ":" + std::to_string(port);
  }
  void setOptions(int, bool, int) {}
  void onMessage(void (*callback)(String& topic, String& payload)) {
    bench::onMessage = [callback](const std::string& topic, const std::string& payload) {
      String names = topic.c_str(), text = payload.c_str();
      callback(names, text);
    };
  }
  bool connect(const char id[], const char user[], const char password[]) {
    code = bench::ask({"connect", address, id, user, password});
    return connected();
  }
  bool subscribe(const char topic[], int qos) {
    return bench::ask({"subscribe", topic, std::to_string(qos)}) == 0;
  }
  bool publish(const char topic[], const char payload[], bool, int qos) {
    return bench::ask({"publish", topic, std::to_string(qos), payload}) == 0;
  }
  bool connected() { return code == 0; }
  lwmqtt_return_code_t returnCode() { return static_cast<lwmqtt_return_code_t>(code); }
  bool loop() {
    bench::serve(20);
    return connected();
  }
};
