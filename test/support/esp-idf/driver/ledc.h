// A test double of the dimmer's documented interface. The lamp is on pin 13.
#pragma once
#include <stdint.h>

typedef enum { LEDC_LOW_SPEED_MODE } ledc_mode_t;
typedef enum { LEDC_TIMER_0 } ledc_timer_t;
typedef enum { LEDC_TIMER_8_BIT = 8 } ledc_timer_bit_t;
typedef enum { LEDC_CHANNEL_0 } ledc_channel_t;
typedef enum { LEDC_AUTO_CLK } ledc_clk_cfg_t;

typedef struct {
  ledc_mode_t speed_mode;
  ledc_timer_bit_t duty_resolution;
  ledc_timer_t timer_num;
  uint32_t freq_hz;
  ledc_clk_cfg_t clk_cfg;
} ledc_timer_config_t;
typedef struct {
  int gpio_num;
  ledc_mode_t speed_mode;
  ledc_channel_t channel;
  ledc_timer_t timer_sel;
} ledc_channel_config_t;

int ledc_timer_config(const ledc_timer_config_t* config);
int ledc_channel_config(const ledc_channel_config_t* config);
int ledc_set_duty(ledc_mode_t mode, ledc_channel_t channel, uint32_t duty);
int ledc_update_duty(ledc_mode_t mode, ledc_channel_t channel);
