// Samples of ten bits in words of sixteen. The bits above, which a damaged source may set, are ignored.
#include "CPictureSums.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define NAME(name) granary_##name##_10
#define SAMPLE uint16_t

__attribute__((target("avx2"))) static inline __m256i load(const uint8_t *bytes) {
    return _mm256_and_si256(_mm256_loadu_si256((const __m256i *)bytes), _mm256_set1_epi16(1023));
}

#include "sums.h"

#endif
