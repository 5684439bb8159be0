/// Sums over rectangles of samples with AVX2, from which PSNR, SSIM and XPSNR are computed.
/// SPDX-License-Identifier: GPL-3.0-or-later
///
/// All numbers are whole, except for SSIM's windows, whose additions have a fixed order: every processor gives the same
/// result. Quality has the same sums in Swift, for processors without AVX2 and as the reference for the tests.
///
/// Functions on bytes end in `8`. Those that end in `10` read little-endian words of 16 bits, of which the lower ten
/// are used. Strides are in bytes. Nothing outside the rectangles in the comments is read.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the processor has AVX2 and the system saves its registers. Otherwise no other function may be called.
bool granary_has_avx2(void);

#if defined(__x86_64__)

/// For a row of blocks of 4x4 samples: sums of the first picture's samples, of the second's, of squared differences,
/// and of products. Those of block n are `sums[n]`, `sums[pitch + n]`, `sums[2 * pitch + n]`, `sums[3 * pitch + n]`.
void granary_block_sums_8(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t count,
                          int32_t *sums, size_t pitch);
void granary_block_sums_10(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t count,
                           int32_t *sums, size_t pitch);

/// Adds SSIM of `4 * quads` windows to four totals, every fourth window to the same one. A window consists of blocks n
/// and n + 1 of two rows of sums as above.
void granary_window_sums(const int32_t *above, const int32_t *below, size_t pitch, size_t quads, double luminance,
                         double contrast, double totals[4]);

/// The sum of squared differences.
uint64_t granary_squared_error_8(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t width,
                                 size_t height);
uint64_t granary_squared_error_10(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t width,
                                  size_t height);

/// The sum of absolute values of 16 times a sample minus its 3x3 neighbourhood, weighted 1-2-1 in each direction. Reads
/// one sample beyond the rectangle on all sides.
uint64_t granary_fine_activity_8(const uint8_t *samples, size_t stride, size_t width, size_t height);
uint64_t granary_fine_activity_10(const uint8_t *samples, size_t stride, size_t width, size_t height);

/// The same for squares of 2x2 samples: twelve times a square minus its surroundings. Width and height are even; reads
/// two samples beyond the rectangle on all sides.
uint64_t granary_coarse_activity_8(const uint8_t *samples, size_t stride, size_t width, size_t height);
uint64_t granary_coarse_activity_10(const uint8_t *samples, size_t stride, size_t width, size_t height);

/// The sum of absolute values of a sample minus that of the previous picture. With a third picture: of a sample minus
/// twice that of the previous picture, plus that of the third. All three have the same stride.
uint64_t granary_fine_motion_8(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                               size_t width, size_t height);
uint64_t granary_fine_motion_10(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                                size_t width, size_t height);

/// The same for the sums of squares of 2x2 samples. Width and height are even.
uint64_t granary_coarse_motion_8(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                                 size_t width, size_t height);
uint64_t granary_coarse_motion_10(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                                  size_t width, size_t height);

#endif
