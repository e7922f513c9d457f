// The main of a program for ESP-IDF: its tasks go on after app_main.
#include "bench.h"

extern "C" void app_main(void);

int main() {
  // as on the board's console
  setvbuf(stdout, nullptr, _IOLBF, 0);
  app_main();
  for (;;) bench::serve(20);
}
