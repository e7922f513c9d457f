// The board's pins, its serial line and its network are lines on standard input and output, which the test reads and
// answers.
#pragma once
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <string>

namespace bench {
inline std::string unread;
inline std::function<void(const std::string&, const std::string&)> onMessage = [](auto&, auto&) {};
inline std::function<void()> onLost = [] {};
inline std::function<void(const std::string&)> onAcknowledged = [](auto&) {};

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

// Lines are `message TOPIC PAYLOAD`, `lost`, and `answer REQUEST CODE`, divided by tabs.
inline void deliver(const std::string& line) {
  auto first = line.find('\t'), second = line.find('\t', first + 1);
  auto word = line.substr(0, first);
  if (word == "lost") return onLost();
  auto middle = line.substr(first + 1, second - first - 1), last = line.substr(second + 1);
  if (word == "message") onMessage(middle, last);
  if (word == "answer" && last == "0") onAcknowledged(middle);
}

inline void serve(int milliseconds) {
  std::string line;
  while (hear(line, milliseconds)) {
    deliver(line);
    milliseconds = 0;
  }
}

// Returns the code of the answer: 0, that of a CONNACK, or -1 without a connection. What arrives before it is delivered.
inline int ask(std::initializer_list<std::string> words) {
  say(words);
  const std::string start = "answer\t" + *words.begin() + "\t";
  for (;;) {
    std::string line;
    hear(line, -1);
    if (line.rfind(start, 0) == 0) return atoi(line.c_str() + start.size());
    deliver(line);
  }
}
}  // namespace bench
