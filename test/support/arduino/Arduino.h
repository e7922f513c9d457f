// A test double of the Arduino core's documented interface, as far as the snippets use it. The board's pins, its
// serial line and its network are lines on standard input and output, which the test reads and answers.
#pragma once
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>

namespace bench {
inline std::string unread;
inline std::function<void(const std::string&, const std::string&)> onMessage;

inline void say(std::initializer_list<std::string> words) {
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "" : "\t") + word;
  puts(line.c_str());
  fflush(stdout);
}

// The next line of standard input, waited for no longer than the time given; false when there was none.
inline bool hear(std::string& line, int milliseconds) {
  for (;;) {
    auto end = unread.find('\n');
    if (end != std::string::npos) {
      line = unread.substr(0, end);
      unread.erase(0, end + 1);
      return true;
    }
    pollfd input{0, POLLIN, 0};
    if (poll(&input, 1, milliseconds) == 0) return false;
    char bytes[4096];
    auto count = read(0, bytes, sizeof bytes);
    if (count <= 0) exit(0);
    unread.append(bytes, static_cast<size_t>(count));
  }
}

inline void deliver(const std::string& line) {
  auto tab = line.find('\t');
  if (onMessage && tab != std::string::npos) onMessage(line.substr(0, tab), line.substr(tab + 1));
}

inline void serve(int milliseconds) {
  std::string line;
  while (hear(line, milliseconds)) {
    deliver(line);
    milliseconds = 0;
  }
}

// The return code of CONNACK, as the broker gave it.
inline int connect(const std::string& address, const char* id, const char* user, const char* password) {
  say({"connect", address, id, user, password});
  std::string answer;
  hear(answer, -1);
  return atoi(answer.c_str());
}
}  // namespace bench

using byte = uint8_t;
enum { LOW = 0, HIGH = 1, OUTPUT = 1 };

class String {
  std::string text;

 public:
  String() = default;
  String(const char* from) : text(from) {}
  String(const char* from, unsigned int length) : text(from, length) {}
  String& operator+=(char more) {
    text += more;
    return *this;
  }
  bool operator==(const char* other) const { return text == other; }
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
inline void delay(unsigned long milliseconds) { bench::serve(milliseconds > 20 ? 20 : (int)milliseconds); }
