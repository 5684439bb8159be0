#pragma once

#include <stdarg.h>
#include <stdint.h>
#include <x264.h>

/// `x264_encoder_open` is a macro that appends the build number to the symbol's name, which Swift cannot import.
static inline x264_t *granary_x264_open(x264_param_t *parameters) { return x264_encoder_open(parameters); }
