#pragma once

#include <stdint.h>
#include <x265.h>

/// The API table for a bit depth, or NULL when this libx265 was built without it. `x265_api_get` is a macro that
/// pastes the build number into the symbol's name, which Swift cannot see.
static inline const x265_api *granary_x265_api(int bitDepth) { return x265_api_get(bitDepth); }

/// X265_BUILD, the number in the library's soname: a macro of digits without a type.
static inline int granary_x265_build(void) { return X265_BUILD; }

/// The fields of x265_param that have no name in `param_parse`, or whose names mean a file to read.
static inline void granary_x265_describe_input(x265_param *p, int width, int height, uint32_t fpsNum, uint32_t fpsDenom,
                                               int totalFrames)
{
    p->sourceWidth = width;
    p->sourceHeight = height;
    p->fpsNum = fpsNum;
    p->fpsDenom = fpsDenom;
    p->totalFrames = totalFrames;
    p->internalCsp = X265_CSP_I420;
}

/// Makes a cheap preset decide slice types and cutree exactly as the final preset would: everything that the lookahead
/// and adaptive quantisation read. Plain struct fields, so that no value is printed and parsed again.
static inline void granary_x265_copy_lookahead(x265_param *to, const x265_param *from)
{
    to->keyframeMax = from->keyframeMax;
    to->keyframeMin = from->keyframeMin;
    to->bOpenGOP = from->bOpenGOP;
    to->bframes = from->bframes;
    to->bFrameAdaptive = from->bFrameAdaptive;
    to->bFrameBias = from->bFrameBias;
    to->bBPyramid = from->bBPyramid;
    to->lookaheadDepth = from->lookaheadDepth;
    to->lookaheadSlices = from->lookaheadSlices;
    to->lookaheadThreads = from->lookaheadThreads;
    to->scenecutThreshold = from->scenecutThreshold;
    to->scenecutBias = from->scenecutBias;
    to->bEnableWeightedPred = from->bEnableWeightedPred;
    to->bEnableWeightedBiPred = from->bEnableWeightedBiPred;
    to->bIntraRefresh = from->bIntraRefresh;
    to->maxCUSize = from->maxCUSize;
    // Pictures are padded to whole blocks: with smaller ones there would be fewer units than the final preset reads.
    if (to->minCUSize < from->minCUSize) to->minCUSize = from->minCUSize;
    to->rc.cuTree = from->rc.cuTree;
    to->rc.qCompress = from->rc.qCompress;
    to->rc.ipFactor = from->rc.ipFactor;
    to->rc.pbFactor = from->rc.pbFactor;
    to->rc.aqMode = from->rc.aqMode;
    to->rc.aqStrength = from->rc.aqStrength;
    to->rc.qgSize = from->rc.qgSize;
    to->rc.hevcAq = from->rc.hevcAq;
    to->rc.qpMin = from->rc.qpMin;
    to->rc.qpMax = from->rc.qpMax;
}

/// Makes an analysis begin with blocks of 32 luma samples (or `final`'s largest, if that is smaller, or 64 where a
/// quantisation group is that large), and leave out deblocking. Slice types and cutree do not depend on it.
static inline void granary_x265_code_for_bits(x265_param *p, const x265_param *final)
{
    uint32_t block = p->rc.qgSize > 32 ? 64 : 32;
    p->maxCUSize = block > final->maxCUSize ? final->maxCUSize : block;
    p->bEnableLoopFilter = 0;
}

/// Makes such an analysis code no blocks smaller than 32 luma samples either (or than the quantisation group, if that is smaller,
/// or than `final`'s smallest, if that is larger).
static inline void granary_x265_code_coarsely(x265_param *p, const x265_param *final)
{
    uint32_t group = p->rc.qgSize;
    uint32_t block = group < 8 ? 8 : group < 32 ? group : 32;
    p->minCUSize = block < final->minCUSize ? final->minCUSize : block;
}

/// Leaves out the psychovisual term.
static inline void granary_x265_code_without_psy(x265_param *p) { p->psyRd = 0; }

/// Whether this processor runs 512-bit vectors without lowering its clock: those with VPOPCNTDQ on vectors of all lengths
/// (Ice Lake, Zen 4 and newer). libx265 leaves AVX-512 off because older ones do lower it.
static inline int granary_x265_wide_vectors_pay(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
#else
    return 0;
#endif
}

/// What the encoder made of its parameters, as far as the session must know it.
typedef struct {
    int usesCutree;
    int quantizationGroupSize;
    int minimumBlock;
} granary_x265_resolved;

/// Reads the resolved parameters of an open encoder; `scratch` is a parameter block to read them into.
static inline granary_x265_resolved granary_x265_resolve(const x265_api *api, x265_encoder *encoder, x265_param *scratch)
{
    api->encoder_parameters(encoder, scratch);
    granary_x265_resolved r;
    r.usesCutree = scratch->rc.cuTree;
    r.quantizationGroupSize = (int)scratch->rc.qgSize;
    r.minimumBlock = (int)scratch->minCUSize;
    return r;
}
