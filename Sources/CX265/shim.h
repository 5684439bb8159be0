#pragma once

#include <stdbool.h>
#include <x265.h>

/// The API table for a bit depth, or NULL if this libx265 was built without it. `x265_api_get` is a macro that appends
/// the build number to the symbol's name, which Swift cannot import.
static inline const x265_api *granary_x265_api(int bitDepth) { return x265_api_get(bitDepth); }

/// X265_BUILD, the number in the library's soname: a macro of digits without a type.
static inline int granary_x265_build(void) { return X265_BUILD; }

/// The name of the scaling lists, or NULL: a pointer in libx265 3.5, an array in 4.1.
static inline const char *granary_x265_scaling_lists(const x265_param *p) { return p->scalingLists; }

/// Parts of AVX-512 that this processor has and its system lets programs use.
typedef struct {
    bool bw;
    bool dq;
    bool vl;
    bool vpopcntdq;
} granary_x265_avx512;

/// Asks the processor, by a builtin of the compiler that exists for x86 only and takes literals only.
static inline granary_x265_avx512 granary_x265_find_avx512(void)
{
    granary_x265_avx512 found = {false, false, false, false};
#if defined(__x86_64__)
    found.bw = __builtin_cpu_supports("avx512bw");
    found.dq = __builtin_cpu_supports("avx512dq");
    found.vl = __builtin_cpu_supports("avx512vl");
    found.vpopcntdq = __builtin_cpu_supports("avx512vpopcntdq");
#endif
    return found;
}
