// A test double of the Arduino core's documented interface, as far as the snippets use it.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstring>

#include "bench.h"

using byte = uint8_t;
enum { LOW = 0, HIGH = 1, OUTPUT = 1 };

class String {
  std::string text;

 public:
  String() = default;
  String(const char* from) : text(from) {}
  String(const char* from, unsigned int length) : text(from, length) {}
  bool operator==(const char* other) const { return text == other; }
  bool operator!=(const char* other) const { return text != other; }
  const char* c_str() const { return text.c_str(); }
  int indexOf(const char* part) const {
    auto at = text.find(part);
    return at == std::string::npos ? -1 : static_cast<int>(at);
  }
};

inline struct {
  void begin(unsigned long) {}
  void println(const char* text) { bench::say({"serial", text}); }
  void println(int number) { bench::say({"serial", std::to_string(number)}); }
} Serial;

inline void pinMode(uint8_t pin, uint8_t mode) {
  if (mode == OUTPUT) bench::say({"output", std::to_string(pin)});
}
inline void digitalWrite(uint8_t pin, uint8_t level) {
  bench::say({"pin", std::to_string(pin), std::to_string(level)});
}
inline void analogWrite(uint8_t pin, int level) {
  bench::say({"pin", std::to_string(pin), std::to_string(level)});
}
inline unsigned long millis() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}
// Tests wait for no pause of a sketch.
inline void delay(unsigned long milliseconds) { bench::serve(milliseconds > 20 ? 20 : (int)milliseconds); }
