// Samples of one byte.
#include "CPictureSums.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define NAME(name) granary_##name##_8
#define SAMPLE uint8_t

__attribute__((target("avx2"))) static inline __m256i load(const uint8_t *bytes) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)bytes));
}

/// A mask for the last bytes of a vector: `loadu(last_bytes + n)` keeps the last n.
static const uint8_t last_bytes[32] = {[16 ... 31] = 0xFF};

/// The processor has an instruction that adds up differences of bytes.
__attribute__((target("avx2"))) static uint64_t differences(const uint8_t *a, const uint8_t *b, size_t stride,
                                                            size_t width, size_t height) {
    __m256i lanes = _mm256_setzero_si256();
    for (size_t row = 0; row < height; row++, a += stride, b += stride) {
        size_t column = 0;
        for (; column + 32 <= width; column += 32) {
            const __m256i x = _mm256_loadu_si256((const __m256i *)(a + column));
            lanes = _mm256_add_epi64(lanes, _mm256_sad_epu8(x, _mm256_loadu_si256((const __m256i *)(b + column))));
        }
        for (; column < width; column += 16) {
            // The last sixteen of a row overlap those before; those already counted are masked out.
            const size_t left = width - column < 16 ? width - column : 16, place = column + left - 16;
            const __m128i mask = _mm_loadu_si128((const __m128i *)(last_bytes + left));
            const __m128i x = _mm_and_si128(_mm_loadu_si128((const __m128i *)(a + place)), mask);
            const __m128i y = _mm_and_si128(_mm_loadu_si128((const __m128i *)(b + place)), mask);
            lanes = _mm256_add_epi64(lanes, _mm256_zextsi128_si256(_mm_sad_epu8(x, y)));
        }
    }
    const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return (uint64_t)_mm_cvtsi128_si64(half) + (uint64_t)_mm_extract_epi64(half, 1);
}
#define DIFFERENCES differences

#include "sums.h"

#endif
