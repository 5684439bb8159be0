#include "CColourTable.h"

// Fractional bits of a place in the table.
enum { place_bits = 14, sum_bits = 9, stride_red = GRANARY_COLOUR_NODES * GRANARY_COLOUR_NODES,
       stride_green = GRANARY_COLOUR_NODES, stride_blue = 1 };
static const int32_t last_cell = GRANARY_COLOUR_NODES - 2, end = (GRANARY_COLOUR_NODES - 1) << place_bits;

static inline int32_t min(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t max(int32_t a, int32_t b) { return a > b ? a : b; }

// A place on an axis, from a sum in 2^-23 of a cell.
static inline int32_t place(int32_t sum) { return min(max(sum >> sum_bits, 0), end); }

// Tetrahedral interpolation: from the lowest node of the cell along the axes in the order of their fractions.
static void convert(const struct granary_colour_table *table, const uint16_t *const input[3],
                    uint16_t *const output[3], size_t first, size_t count) {
    for (size_t index = first; index < count; index++) {
        const int32_t luma = (input[0][index] - table->black) * table->luma;
        const int32_t cb = input[1][index] - 32768, cr = input[2][index] - 32768;
        const int32_t red = place(luma + cr * table->red_of_cr);
        const int32_t green = place(luma + cr * table->green_of_cr + cb * table->green_of_cb);
        const int32_t blue = place(luma + cb * table->blue_of_cb);
        const int32_t red_cell = min(red >> place_bits, last_cell), green_cell = min(green >> place_bits, last_cell),
                      blue_cell = min(blue >> place_bits, last_cell);
        const int32_t r = red - (red_cell << place_bits), g = green - (green_cell << place_bits),
                      b = blue - (blue_cell << place_bits);
        const int32_t high = max(max(r, g), b), low = min(min(r, g), b), middle = r + g + b - high - low;
        const int32_t high_stride = r == high ? stride_red : g == high ? stride_green : stride_blue;
        const int32_t low_stride = b == low ? stride_blue : g == low ? stride_green : stride_red;
        const int32_t lowest = red_cell * stride_red + green_cell * stride_green + blue_cell;
        const int32_t highest = lowest + stride_red + stride_green + stride_blue;
        const int16_t *const nodes[4] = {
            table->nodes + 4 * lowest,
            table->nodes + 4 * (lowest + high_stride),
            table->nodes + 4 * (highest - low_stride),
            table->nodes + 4 * highest,
        };
        const int32_t weights[4] = {(1 << place_bits) - high, high - middle, middle - low, low};
        for (int plane = 0; plane < 3; plane++) {
            int32_t sum = 1 << (place_bits - 1);
            for (int corner = 0; corner < 4; corner++) sum += nodes[corner][plane] * weights[corner];
            output[plane][index] = (uint16_t)((sum >> place_bits) + 32768);
        }
    }
}

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i load(const uint16_t *samples) {
    return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)samples));
}

AVX2 static inline __m256i placed(__m256i sum) {
    const __m256i whole = _mm256_srai_epi32(sum, sum_bits);
    return _mm256_min_epi32(_mm256_max_epi32(whole, _mm256_setzero_si256()), _mm256_set1_epi32(end));
}

AVX2 static inline __m256i cell(__m256i place) {
    return _mm256_min_epi32(_mm256_srai_epi32(place, place_bits), _mm256_set1_epi32(last_cell));
}

// The first or the second four of eight numbers.
AVX2 static inline __m128i quarter(__m256i numbers, int which) {
    return which == 0 ? _mm256_castsi256_si128(numbers) : _mm256_extracti128_si256(numbers, 1);
}

// Adds two nodes to Y', Cb, Cr and 0 of four pixels, in 2^-14: of pixels 0 and 2, and of 1 and 3, one in each half.
AVX2 static inline void blend(const int16_t *nodes, __m128i first, __m128i second, __m128i pairs, __m256i sums[2]) {
    const __m256i weights = _mm256_cvtepu32_epi64(pairs);
    const __m256i a = _mm256_i32gather_epi64((const long long *)nodes, first, 8);
    const __m256i b = _mm256_i32gather_epi64((const long long *)nodes, second, 8);
    // Each pixel has its pair of weights in 32 bits.
    const __m256i even = _mm256_shuffle_epi32(weights, 0x00), odd = _mm256_shuffle_epi32(weights, 0xAA);
    sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), even));
    sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), odd));
}

AVX2 static void convert_vectors(const struct granary_colour_table *table, const uint16_t *const input[3],
                                 uint16_t *const output[3], size_t count) {
    const __m256i middle_chroma = _mm256_set1_epi32(32768);
    const __m256i half = _mm256_set1_epi32(1 << (place_bits - 1));
    size_t index = 0;
    for (; index + 8 <= count; index += 8) {
        const __m256i luma = _mm256_mullo_epi32(
            _mm256_sub_epi32(load(input[0] + index), _mm256_set1_epi32(table->black)), _mm256_set1_epi32(table->luma));
        const __m256i cb = _mm256_sub_epi32(load(input[1] + index), middle_chroma);
        const __m256i cr = _mm256_sub_epi32(load(input[2] + index), middle_chroma);
        const __m256i red = placed(
            _mm256_add_epi32(luma, _mm256_mullo_epi32(cr, _mm256_set1_epi32(table->red_of_cr))));
        const __m256i green = placed(_mm256_add_epi32(
            _mm256_add_epi32(luma, _mm256_mullo_epi32(cr, _mm256_set1_epi32(table->green_of_cr))),
            _mm256_mullo_epi32(cb, _mm256_set1_epi32(table->green_of_cb))));
        const __m256i blue = placed(
            _mm256_add_epi32(luma, _mm256_mullo_epi32(cb, _mm256_set1_epi32(table->blue_of_cb))));
        const __m256i red_cell = cell(red), green_cell = cell(green), blue_cell = cell(blue);
        const __m256i r = _mm256_sub_epi32(red, _mm256_slli_epi32(red_cell, place_bits));
        const __m256i g = _mm256_sub_epi32(green, _mm256_slli_epi32(green_cell, place_bits));
        const __m256i b = _mm256_sub_epi32(blue, _mm256_slli_epi32(blue_cell, place_bits));
        const __m256i high = _mm256_max_epi32(_mm256_max_epi32(r, g), b);
        const __m256i low = _mm256_min_epi32(_mm256_min_epi32(r, g), b);
        const __m256i middle = _mm256_sub_epi32(
            _mm256_add_epi32(_mm256_add_epi32(r, g), b), _mm256_add_epi32(high, low));
        const __m256i strides[3] = {_mm256_set1_epi32(stride_red), _mm256_set1_epi32(stride_green),
                                    _mm256_set1_epi32(stride_blue)};
        __m256i high_stride = _mm256_blendv_epi8(strides[2], strides[1], _mm256_cmpeq_epi32(g, high));
        high_stride = _mm256_blendv_epi8(high_stride, strides[0], _mm256_cmpeq_epi32(r, high));
        __m256i low_stride = _mm256_blendv_epi8(strides[0], strides[1], _mm256_cmpeq_epi32(g, low));
        low_stride = _mm256_blendv_epi8(low_stride, strides[2], _mm256_cmpeq_epi32(b, low));
        const __m256i lowest = _mm256_add_epi32(
            _mm256_add_epi32(_mm256_mullo_epi32(red_cell, strides[0]), _mm256_mullo_epi32(green_cell, strides[1])),
            blue_cell);
        const __m256i highest = _mm256_add_epi32(
            lowest, _mm256_set1_epi32(stride_red + stride_green + stride_blue));
        const __m256i second = _mm256_add_epi32(lowest, high_stride), third = _mm256_sub_epi32(highest, low_stride);
        // Two weights of at most 2^14 in 32 bits.
        const __m256i lower = _mm256_or_si256(
            _mm256_sub_epi32(_mm256_set1_epi32(1 << place_bits), high),
            _mm256_slli_epi32(_mm256_sub_epi32(high, middle), 16));
        const __m256i upper = _mm256_or_si256(
            _mm256_sub_epi32(middle, low), _mm256_slli_epi32(low, 16));
        __m256i pixels[4];
        for (int four = 0; four < 2; four++) {
            __m256i sums[2] = {half, half};
            blend(table->nodes, quarter(lowest, four), quarter(second, four), quarter(lower, four), sums);
            blend(table->nodes, quarter(third, four), quarter(highest, four), quarter(upper, four), sums);
            pixels[2 * four] = _mm256_srai_epi32(sums[0], place_bits);
            pixels[2 * four + 1] = _mm256_srai_epi32(sums[1], place_bits);
        }
        // Y', Cb, Cr and 0 of pixels 0, 1 and 2, 3 in the halves of the first, of 4, 5 and 6, 7 in those of the second.
        const __m256i former = _mm256_packs_epi32(pixels[0], pixels[1]);
        const __m256i latter = _mm256_packs_epi32(pixels[2], pixels[3]);
        const __m256i even = _mm256_unpacklo_epi16(former, latter), odd = _mm256_unpackhi_epi16(former, latter);
        const __m256i bias = _mm256_set1_epi16((short)0x8000);
        // Y' and Cb of pixels 0, 1, 4, 5 in one half, and of 2, 3, 6, 7 in the other; likewise Cr.
        const __m256i pairs = _mm256_xor_si256(_mm256_unpacklo_epi16(even, odd), bias);
        const __m256i rest = _mm256_xor_si256(_mm256_unpackhi_epi16(even, odd), bias);
        const __m128i left = _mm256_castsi256_si128(pairs), right = _mm256_extracti128_si256(pairs, 1);
        const __m128i last = _mm_unpacklo_epi32(_mm256_castsi256_si128(rest), _mm256_extracti128_si256(rest, 1));
        _mm_storeu_si128((__m128i *)(output[0] + index), _mm_unpacklo_epi32(left, right));
        _mm_storeu_si128((__m128i *)(output[1] + index), _mm_unpackhi_epi32(left, right));
        _mm_storeu_si128((__m128i *)(output[2] + index), last);
    }
    convert(table, input, output, index, count);
}

bool granary_colour_has_vectors(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}

#else

bool granary_colour_has_vectors(void) { return false; }

#endif

void granary_colour_convert_row(const struct granary_colour_table *table, const void *luma, const void *cb,
                                const void *cr, void *new_luma, void *new_cb, void *new_cr, size_t count,
                                bool vectors) {
    const uint16_t *const input[3] = {luma, cb, cr};
    uint16_t *const output[3] = {new_luma, new_cb, new_cr};
#if defined(__x86_64__)
    if (vectors) {
        convert_vectors(table, input, output, count);
        return;
    }
#endif
    (void)vectors;
    convert(table, input, output, 0, count);
}
