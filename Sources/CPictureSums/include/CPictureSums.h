/// Sums over rectangles of samples with AVX2: what PSNR, SSIM and XPSNR are made of. SPDX-License-Identifier:
/// GPL-3.0-or-later
///
/// Whole numbers throughout, but for SSIM's windows, whose additions have one order: every processor finds the same.
/// Quality has the same sums in Swift, for processors without AVX2 and as what the tests hold these against.
///
/// Functions on bytes end in `8`; those that end in `10` read little-endian words of 16 bits, of which the lower ten
/// count. Strides are in bytes. Nothing outside of the rectangles that the comments name is read.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the processor has AVX2 and the system keeps its registers. None of the others may be called where it has
/// not.
bool granary_has_avx2(void);

#if defined(__x86_64__)

/// Of a row of blocks of 4x4 samples: sums of the first's samples, of the second's, of squared differences, and of
/// products. Block n's are `sums[n]`, `sums[pitch + n]`, `sums[2 * pitch + n]`, `sums[3 * pitch + n]`.
void granary_block_sums_8(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t count, int32_t *sums,
                          size_t pitch);
void granary_block_sums_10(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t count, int32_t *sums,
                           size_t pitch);

/// Adds SSIM of `4 * quads` windows to four totals, every fourth window to the same one. A window is made of blocks n
/// and n + 1 of two rows of sums as above.
void granary_window_sums(const int32_t *above, const int32_t *below, size_t pitch, size_t quads, double luminance,
                         double contrast, double totals[4]);

/// The sum of squared differences.
uint64_t granary_squared_error_8(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t width,
                                 size_t height);
uint64_t granary_squared_error_10(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride, size_t width,
                                  size_t height);

/// The sum of absolute values of 16 times a sample less its neighbourhood of 3x3, weighted 1-2-1 each way. Reads one
/// sample further than the rectangle on all sides.
uint64_t granary_fine_activity_8(const uint8_t *samples, size_t stride, size_t width, size_t height);
uint64_t granary_fine_activity_10(const uint8_t *samples, size_t stride, size_t width, size_t height);

/// The same of squares of 2x2 samples: twelve times a square less what lies around it. Width and height are even; reads
/// two samples further on all sides.
uint64_t granary_coarse_activity_8(const uint8_t *samples, size_t stride, size_t width, size_t height);
uint64_t granary_coarse_activity_10(const uint8_t *samples, size_t stride, size_t width, size_t height);

/// The sum of absolute values of a sample less the one of the picture before; with a third picture, of a sample less
/// twice the one before, and the third's. All three have one stride.
uint64_t granary_fine_motion_8(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride, size_t width,
                               size_t height);
uint64_t granary_fine_motion_10(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride, size_t width,
                                size_t height);

/// The same of the sums of squares of 2x2 samples. Width and height are even.
uint64_t granary_coarse_motion_8(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride, size_t width,
                                 size_t height);
uint64_t granary_coarse_motion_10(const uint8_t *now, const uint8_t *before, const uint8_t *first, size_t stride,
                                  size_t width, size_t height);

#endif
