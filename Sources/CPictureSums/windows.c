#include "CPictureSums.h"

#if defined(__x86_64__)

#include <immintrin.h>

/// The sums of four windows from eight blocks, of one kind.
__attribute__((target("avx2"))) static inline __m128i windows(const int32_t *above, const int32_t *below) {
    __m128i left = _mm_add_epi32(_mm_loadu_si128((const __m128i *)above), _mm_loadu_si128((const __m128i *)below));
    __m128i right =
        _mm_add_epi32(_mm_loadu_si128((const __m128i *)(above + 1)), _mm_loadu_si128((const __m128i *)(below + 1)));
    return _mm_add_epi32(left, right);
}

// Every product and sum is rounded separately, as in Swift: the target has no fused operations, and the compiler must
// not create any.
#pragma STDC FP_CONTRACT OFF

__attribute__((target("avx2"))) void granary_window_sums(const int32_t *above, const int32_t *below, size_t pitch,
                                                         size_t quads, double luminance, double contrast,
                                                         double totals[4]) {
    const __m256d c1 = _mm256_set1_pd(luminance), c2 = _mm256_set1_pd(contrast);
    const __m256d two = _mm256_set1_pd(2), samples = _mm256_set1_pd(64);
    __m256d total = _mm256_loadu_pd(totals);
    for (size_t quad = 0; quad < quads; quad++, above += 4, below += 4) {
        __m256d s1 = _mm256_cvtepi32_pd(windows(above, below));
        __m256d s2 = _mm256_cvtepi32_pd(windows(above + pitch, below + pitch));
        __m256d error = _mm256_cvtepi32_pd(windows(above + 2 * pitch, below + 2 * pitch));
        __m256d product = _mm256_cvtepi32_pd(windows(above + 3 * pitch, below + 3 * pitch));
        __m256d means = _mm256_mul_pd(s1, s2);
        __m256d squares = _mm256_add_pd(_mm256_mul_pd(s1, s1), _mm256_mul_pd(s2, s2));
        // The sum of both squares is the squared difference plus twice the product.
        __m256d covariance = _mm256_sub_pd(_mm256_mul_pd(product, samples), means);
        __m256d variances =
            _mm256_sub_pd(_mm256_mul_pd(_mm256_add_pd(error, _mm256_mul_pd(two, product)), samples), squares);
        __m256d numerator = _mm256_mul_pd(_mm256_add_pd(_mm256_mul_pd(two, means), c1),
                                          _mm256_add_pd(_mm256_mul_pd(two, covariance), c2));
        __m256d denominator = _mm256_mul_pd(_mm256_add_pd(squares, c1), _mm256_add_pd(variances, c2));
        total = _mm256_add_pd(total, _mm256_div_pd(numerator, denominator));
    }
    _mm256_storeu_pd(totals, total);
}

#endif
