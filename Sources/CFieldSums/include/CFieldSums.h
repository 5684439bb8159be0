/// Differences of lines in a block of luma, for detecting fields with different times.
/// SPDX-License-Identifier: GPL-3.0-or-later
///
/// In C, because vectors are fast there in debug builds too. All numbers are whole: every processor gives the same
/// result.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Sums over the 4 lines of 16 samples of a block, in 8-bit levels. Lines 0 and 2 belong to the upper field.
///
/// A line is compared with two others by the absolute difference of their sum and twice the line.
struct granary_field_sums {
    /// The two lower lines of the previous picture, against the upper lines here.
    uint32_t upper_to_before;
    /// The two upper lines of the previous picture, against the lower lines here.
    uint32_t lower_to_before;
    /// All four lines, against those above and below them.
    uint32_t combing;
    /// All four lines, against those of their own field above and below them.
    uint32_t detail;
    /// Absolute differences of the upper and of the lower lines from those of the previous picture.
    uint32_t upper_change;
    uint32_t lower_change;
};

/// Sums of a block. `here` and `before` point to its first sample in two pictures; a stride is in bytes. Reads 16
/// samples of each of the lines -2 to 5 of the first and 0 to 3 of the second. Samples of `10` are little-endian words
/// of 16 bits.
void granary_field_sums_8(const uint8_t *here, const uint8_t *before, size_t stride, struct granary_field_sums *sums);
void granary_field_sums_10(const uint8_t *here, const uint8_t *before, size_t stride, struct granary_field_sums *sums);
