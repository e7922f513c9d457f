// A test double of the tasks' documented interface, with a tick a millisecond.
#pragma once
#include <stdint.h>

#define pdMS_TO_TICKS(milliseconds) (milliseconds)
