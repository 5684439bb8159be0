#include "CFieldSums.h"

#include <string.h>

// Eight samples, which fit the vectors of every processor.
typedef uint8_t narrow __attribute__((vector_size(8)));
typedef int16_t line __attribute__((vector_size(16)));

static line load_8(const uint8_t *bytes) {
    narrow samples;
    memcpy(&samples, bytes, sizeof samples);
    return __builtin_convertvector(samples, line);
}

static line load_10(const uint8_t *bytes) {
    line samples;
    memcpy(&samples, bytes, sizeof samples);
    return (samples >> 2) & 0xFF;
}

static line distance(line a, line b) {
    const line difference = a - b, sign = difference >> 15;
    return (difference ^ sign) - sign;
}

static line bent(line above, line here, line below) { return distance(above + below, here + here); }

static uint32_t sum(line values) {
    uint32_t total = 0;
    for (int lane = 0; lane < 8; lane++) total += (uint32_t)values[lane];
    return total;
}

typedef line (*loading)(const uint8_t *);

// Adds the sums of eight columns.
static inline __attribute__((always_inline)) void add_sums(const uint8_t *here, const uint8_t *before, size_t stride,
                                                           loading load, struct granary_field_sums *sums) {
    // Line n of the block is `now[n + 2]`.
    line now[8], old[4];
    for (int n = 0; n < 8; n++) now[n] = load(here + (ptrdiff_t)stride * (n - 2));
    for (int n = 0; n < 4; n++) old[n] = load(before + (ptrdiff_t)stride * n);
    sums->upper_to_before += sum(bent(now[2], old[1], now[4]) + bent(now[4], old[3], now[6]));
    sums->lower_to_before += sum(bent(now[1], old[0], now[3]) + bent(now[3], old[2], now[5]));
    // Four differences of at most 510 a lane.
    line combing = {0}, detail = {0};
    for (int n = 2; n < 6; n++) {
        combing += bent(now[n - 1], now[n], now[n + 1]);
        detail += bent(now[n - 2], now[n], now[n + 2]);
    }
    sums->combing += sum(combing);
    sums->detail += sum(detail);
    sums->upper_change += sum(distance(now[2], old[0]) + distance(now[4], old[2]));
    sums->lower_change += sum(distance(now[3], old[1]) + distance(now[5], old[3]));
}

void granary_field_sums_8(const uint8_t *here, const uint8_t *before, size_t stride, struct granary_field_sums *sums) {
    *sums = (struct granary_field_sums){0};
    for (size_t column = 0; column < 16; column += 8) add_sums(here + column, before + column, stride, load_8, sums);
}

void granary_field_sums_10(const uint8_t *here, const uint8_t *before, size_t stride, struct granary_field_sums *sums) {
    *sums = (struct granary_field_sums){0};
    for (size_t column = 0; column < 32; column += 16) add_sums(here + column, before + column, stride, load_10, sums);
}
