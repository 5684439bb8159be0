// The sums for one kind of sample: included with NAME (a function's name), SAMPLE (its type) and `load` (sixteen of
// them as words); with DIFFERENCES where there is a faster way to add up differences without sign.
//
// A rectangle is at least sixteen samples wide. If its width is not a multiple of sixteen, the last sixteen of a row
// overlap those before, and a mask excludes those already counted.

#define AVX2 __attribute__((target("avx2")))
#define INLINED AVX2 static inline __attribute__((always_inline))

/// A mask for the last words of a vector: `loadu(counted + n)` keeps the last n.
static const int16_t counted[32] = {0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
                                    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

/// Where the next sixteen columns are read, and which of them are counted.
INLINED size_t columns(size_t column, size_t width, __m256i *mask) {
    const size_t left = width - column < 16 ? width - column : 16;
    *mask = _mm256_loadu_si256((const __m256i *)(counted + left));
    return column + left - 16;
}

/// The sum of eight unsigned lanes.
INLINED uint64_t total(__m256i lanes) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i wide = _mm256_add_epi64(_mm256_unpacklo_epi32(lanes, zero), _mm256_unpackhi_epi32(lanes, zero));
    const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    return (uint64_t)_mm_cvtsi128_si64(half) + (uint64_t)_mm_extract_epi64(half, 1);
}

/// Eight sums of four neighbouring words each, of two vectors in turn.
INLINED __m256i fours(__m256i first, __m256i second) {
    const __m256i one = _mm256_set1_epi16(1);
    const __m256i sums = _mm256_hadd_epi32(_mm256_madd_epi16(first, one), _mm256_madd_epi16(second, one));
    return _mm256_permute4x64_epi64(sums, _MM_SHUFFLE(3, 1, 2, 0));
}

AVX2 void NAME(block_sums)(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t count,
                           int32_t *sums, size_t pitch) {
    for (size_t next = 0; next < count; next += 8) {
        // The last eight may be stored twice: their sums do not change.
        const size_t block = next + 8 > count ? count - 8 : next;
        const uint8_t *left = a + block * 4 * sizeof(SAMPLE), *right = b + block * 4 * sizeof(SAMPLE);
        const __m256i zero = _mm256_setzero_si256();
        __m256i a0 = zero, a1 = zero, b0 = zero, b1 = zero;
        __m256i errors0 = zero, errors1 = zero, products0 = zero, products1 = zero;
        for (int row = 0; row < 4; row++, left += a_stride, right += b_stride) {
            const __m256i x0 = load(left), x1 = load(left + 16 * sizeof(SAMPLE));
            const __m256i y0 = load(right), y1 = load(right + 16 * sizeof(SAMPLE));
            const __m256i d0 = _mm256_sub_epi16(x0, y0), d1 = _mm256_sub_epi16(x1, y1);
            a0 = _mm256_add_epi16(a0, x0);
            a1 = _mm256_add_epi16(a1, x1);
            b0 = _mm256_add_epi16(b0, y0);
            b1 = _mm256_add_epi16(b1, y1);
            errors0 = _mm256_add_epi32(errors0, _mm256_madd_epi16(d0, d0));
            errors1 = _mm256_add_epi32(errors1, _mm256_madd_epi16(d1, d1));
            products0 = _mm256_add_epi32(products0, _mm256_madd_epi16(x0, y0));
            products1 = _mm256_add_epi32(products1, _mm256_madd_epi16(x1, y1));
        }
        const __m256i errors = _mm256_hadd_epi32(errors0, errors1), products = _mm256_hadd_epi32(products0, products1);
        int32_t *place = sums + block;
        _mm256_storeu_si256((__m256i *)place, fours(a0, a1));
        _mm256_storeu_si256((__m256i *)(place + pitch), fours(b0, b1));
        _mm256_storeu_si256((__m256i *)(place + 2 * pitch),
                            _mm256_permute4x64_epi64(errors, _MM_SHUFFLE(3, 1, 2, 0)));
        _mm256_storeu_si256((__m256i *)(place + 3 * pitch),
                            _mm256_permute4x64_epi64(products, _MM_SHUFFLE(3, 1, 2, 0)));
    }
}

AVX2 uint64_t NAME(squared_error)(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t width,
                                  size_t height) {
    uint64_t sum = 0;
    // A lane gets at most 2^21 at a time, and holds 2^32.
    const size_t columns_at_once = 16 * 1024;
    for (size_t first = 0; first < width; first += columns_at_once) {
        const size_t end = first + columns_at_once < width ? first + columns_at_once : width;
        const size_t rows_at_once = columns_at_once / (end - first + 16) + 1;
        for (size_t row = 0; row < height;) {
            const size_t stop = row + rows_at_once < height ? row + rows_at_once : height;
            __m256i lanes = _mm256_setzero_si256();
            for (; row < stop; row++) {
                const uint8_t *left = a + row * a_stride, *right = b + row * b_stride;
                size_t column = first;
                for (; column + 16 <= end; column += 16) {
                    const __m256i d = _mm256_sub_epi16(load(left + column * sizeof(SAMPLE)),
                                                       load(right + column * sizeof(SAMPLE)));
                    lanes = _mm256_add_epi32(lanes, _mm256_madd_epi16(d, d));
                }
                if (column < end) {
                    __m256i mask;
                    const size_t last = columns(column, end, &mask) * sizeof(SAMPLE);
                    const __m256i d = _mm256_and_si256(_mm256_sub_epi16(load(left + last), load(right + last)), mask);
                    lanes = _mm256_add_epi32(lanes, _mm256_madd_epi16(d, d));
                }
            }
            sum += total(lanes);
        }
    }
    return sum;
}

/// A sample counted twice, its neighbours once.
INLINED __m256i across(const uint8_t *place, __m256i middle) {
    const __m256i beside = _mm256_add_epi16(load(place - sizeof(SAMPLE)), load(place + sizeof(SAMPLE)));
    return _mm256_add_epi16(beside, _mm256_slli_epi16(middle, 1));
}

AVX2 uint64_t NAME(fine_activity)(const uint8_t *samples, size_t stride, size_t width, size_t height) {
    const __m256i one = _mm256_set1_epi16(1);
    uint64_t sum = 0;
    // Processes a strip of sixteen columns, so that every row is added up across once. A value is at most 12 times the
    // highest sample of ten bits; all steps fit 15 bits and a sign.
    for (size_t column = 0; column < width; column += 16) {
        __m256i mask;
        const uint8_t *place = samples + columns(column, width, &mask) * sizeof(SAMPLE);
        __m256i middle = load(place);
        __m256i above = across(place - stride, load(place - stride));
        __m256i here = across(place, middle);
        __m256i lanes = _mm256_setzero_si256();
        for (size_t row = 0; row < height; row++) {
            place += stride;
            const __m256i next = load(place);
            const __m256i below = across(place, next);
            const __m256i around = _mm256_add_epi16(_mm256_add_epi16(above, below), _mm256_slli_epi16(here, 1));
            const __m256i value = _mm256_abs_epi16(_mm256_sub_epi16(_mm256_slli_epi16(middle, 4), around));
            lanes = _mm256_add_epi32(lanes, _mm256_madd_epi16(_mm256_and_si256(value, mask), one));
            above = here;
            here = below;
            middle = next;
        }
        sum += total(lanes);
    }
    return sum;
}

/// Sums over three pairs of words: two columns to the left, here, two to the right.
INLINED __m256i weighed(const uint8_t *first, const uint8_t *second, __m256i left, __m256i here, __m256i right) {
    const ptrdiff_t pair = 2 * (ptrdiff_t)sizeof(SAMPLE);
    const __m256i a = _mm256_madd_epi16(_mm256_add_epi16(load(first - pair), load(second - pair)), left);
    const __m256i b = _mm256_madd_epi16(_mm256_add_epi16(load(first), load(second)), here);
    const __m256i c = _mm256_madd_epi16(_mm256_add_epi16(load(first + pair), load(second + pair)), right);
    return _mm256_add_epi32(_mm256_add_epi32(a, b), c);
}

/// The same two weights for every pair of words, the left one first.
INLINED __m256i weights(int16_t left, int16_t right) {
    return _mm256_set1_epi32((int32_t)((uint32_t)(uint16_t)left | (uint32_t)(uint16_t)right << 16));
}

AVX2 uint64_t NAME(coarse_activity)(const uint8_t *samples, size_t stride, size_t width, size_t height) {
    uint64_t sum = 0;
    for (size_t row = 0; row < height; row += 2) {
        __m256i lanes = _mm256_setzero_si256();
        for (size_t column = 0; column < width; column += 16) {
            __m256i mask;
            const uint8_t *place = samples + row * stride + columns(column, width, &mask) * sizeof(SAMPLE);
            // Rows at the same distance above and below the square have the same weight.
            const __m256i outer =
                weighed(place - 2 * stride, place + 3 * stride, weights(0, -1), weights(-1, -1), weights(-1, 0));
            const __m256i inner =
                weighed(place - stride, place + 2 * stride, weights(-1, -2), weights(-3, -3), weights(-2, -1));
            const __m256i own = weighed(place, place + stride, weights(-1, -3), weights(12, 12), weights(-3, -1));
            const __m256i value = _mm256_abs_epi32(_mm256_add_epi32(_mm256_add_epi32(outer, inner), own));
            // A square is two words wide, as a lane is: the mask has all of it or nothing.
            lanes = _mm256_add_epi32(lanes, _mm256_and_si256(value, mask));
        }
        sum += total(lanes);
    }
    return sum;
}

/// A sample minus its prediction from the previous pictures.
INLINED __m256i change(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t place) {
    const __m256i difference = _mm256_sub_epi16(load(now + place), load(before + place));
    if (!first) return difference;
    return _mm256_add_epi16(difference, _mm256_sub_epi16(load(first + place), load(before + place)));
}

INLINED uint64_t fine_motion(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                             size_t width, size_t height) {
    const __m256i one = _mm256_set1_epi16(1);
    uint64_t sum = 0;
    for (size_t row = 0; row < height; row++) {
        const size_t start = row * stride;
        __m256i lanes = _mm256_setzero_si256();
        for (size_t column = 0; column < width; column += 16) {
            __m256i mask;
            const size_t place = start + columns(column, width, &mask) * sizeof(SAMPLE);
            const __m256i value = _mm256_abs_epi16(change(now, before, first, place));
            lanes = _mm256_add_epi32(lanes, _mm256_madd_epi16(_mm256_and_si256(value, mask), one));
        }
        sum += total(lanes);
    }
    return sum;
}

AVX2 uint64_t NAME(fine_motion)(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                                size_t width, size_t height) {
    if (first) return fine_motion(now, before, first, stride, width, height);
#ifdef DIFFERENCES
    return DIFFERENCES(now, before, stride, width, height);
#else
    return fine_motion(now, before, NULL, stride, width, height);
#endif
}

INLINED uint64_t coarse_motion(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                               size_t width, size_t height) {
    const __m256i one = _mm256_set1_epi16(1);
    uint64_t sum = 0;
    for (size_t row = 0; row < height; row += 2) {
        const size_t start = row * stride;
        __m256i lanes = _mm256_setzero_si256();
        for (size_t column = 0; column < width; column += 16) {
            __m256i mask;
            const size_t place = start + columns(column, width, &mask) * sizeof(SAMPLE);
            const __m256i both =
                _mm256_add_epi16(change(now, before, first, place), change(now, before, first, place + stride));
            const __m256i value = _mm256_abs_epi32(_mm256_madd_epi16(both, one));
            lanes = _mm256_add_epi32(lanes, _mm256_and_si256(value, mask));
        }
        sum += total(lanes);
    }
    return sum;
}

AVX2 uint64_t NAME(coarse_motion)(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                                  size_t width, size_t height) {
    return first ? coarse_motion(now, before, first, stride, width, height)
                 : coarse_motion(now, before, NULL, stride, width, height);
}
