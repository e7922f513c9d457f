#pragma once
#include "WiFi.h"
