/// Applies a colour table to samples.
/// SPDX-License-Identifier: GPL-3.0-or-later
///
/// In C, for the instructions of the processor and for debug builds. All numbers are whole: every processor gives the
/// same result.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Nodes along each axis of a table.
#define GRANARY_COLOUR_NODES 65

/// A table over R', G' and B' from 0 to 1, and how Y'CbCr of 16 bits becomes these.
struct granary_colour_table {
    /// Y', Cb, Cr and 0 of each node as 16-bit words minus 32768; B' is the fastest axis. 65 * 65 * 65 nodes.
    const int16_t *nodes;
    /// Black luma.
    int32_t black;
    /// What a step of luma, of Cr and of Cb adds to R', G' and B', in 2^-23 of a distance between nodes.
    int32_t luma, red_of_cr, green_of_cr, green_of_cb, blue_of_cb;
};

/// Whether this processor has the instructions of `vectors`.
bool granary_colour_has_vectors(void);

/// Converts a row of samples of 16 bits in limited range: Y', Cb and Cr. The output may be the input.
///
/// `vectors` uses AVX2. The result is the same.
void granary_colour_convert_row(const struct granary_colour_table *table, const void *luma, const void *cb,
                                const void *cr, void *new_luma, void *new_cb, void *new_cr, size_t count,
                                bool vectors);
