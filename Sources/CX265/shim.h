#pragma once

#include <stdint.h>
#include <string.h>
#include <x265.h>

/// The API table for a bit depth, or NULL if this libx265 was built without it. `x265_api_get` is a macro that appends
/// the build number to the symbol's name, which Swift cannot import.
static inline const x265_api *granary_x265_api(int bitDepth) { return x265_api_get(bitDepth); }

/// X265_BUILD, the number in the library's soname: a macro of digits without a type.
static inline int granary_x265_build(void) { return X265_BUILD; }

/// The fields of x265_param that have no name in `param_parse`, or whose names are those of a file to read.
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

/// Makes a fast preset decide slice types and cutree exactly as the final preset does: copies everything that the
/// lookahead and adaptive quantisation read. These are plain struct fields, so no value is printed and parsed again.
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

/// Makes an analysis begin with blocks of 32 luma samples (or `final`'s largest, if that is smaller, or 64 if a
/// quantisation group is that large), and turns off deblocking. Slice types and cutree do not depend on it.
static inline void granary_x265_code_for_bits(x265_param *p, const x265_param *final)
{
    uint32_t block = p->rc.qgSize > 32 ? 64 : 32;
    p->maxCUSize = block > final->maxCUSize ? final->maxCUSize : block;
    p->bEnableLoopFilter = 0;
}

/// Also makes such an analysis use no blocks smaller than 32 luma samples (or than the quantisation group, if that is
/// smaller, or than `final`'s smallest, if that is larger).
static inline void granary_x265_code_coarsely(x265_param *p, const x265_param *final)
{
    uint32_t group = p->rc.qgSize;
    uint32_t block = group < 8 ? 8 : group < 32 ? group : 32;
    p->minCUSize = block < final->minCUSize ? final->minCUSize : block;
}

/// Turns off the psychovisual term.
static inline void granary_x265_code_without_psy(x265_param *p) { p->psyRd = 0; }

/// Whether this processor runs 512-bit vectors without lowering its clock: those with VPOPCNTDQ on vectors of all
/// lengths (Ice Lake, Zen 4 and newer). libx265 leaves AVX-512 off because older ones do lower it.
static inline int granary_x265_wide_vectors_pay(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
#else
    return 0;
#endif
}

/// The encoder's resolved parameters, as far as the session needs them.
typedef struct {
    int usesCutree;
    int quantizationGroupSize;
    int minimumBlock;
} granary_x265_resolved;

/// Reads the resolved parameters of an open encoder; `scratch` is a parameter block to read them into.
static inline granary_x265_resolved granary_x265_resolve(
    const x265_api *api, x265_encoder *encoder, x265_param *scratch)
{
    api->encoder_parameters(encoder, scratch);
    granary_x265_resolved r;
    r.usesCutree = scratch->rc.cuTree;
    r.quantizationGroupSize = (int)scratch->rc.qgSize;
    r.minimumBlock = (int)scratch->minCUSize;
    return r;
}

/// Whether a name of scaling lists, which is a pointer in older versions, selects any.
static inline int granary_x265_has_lists(const char *name) { return name && *name && strcmp(name, "off") != 0; }

/// The value of a setting by its name for `param_parse`: one number or, for a list, up to three. Words are given by
/// their positions in x265's own lists. Returns how many numbers there are; 0 for an unknown name.
static inline int granary_x265_setting(const x265_param *p, const char *name, double values[3])
{
#define GRANARY_SETTING(known, value) \
    if (strcmp(name, known) == 0) { values[0] = (double)(value); return 1; }
    GRANARY_SETTING("ctu", p->maxCUSize)
    GRANARY_SETTING("min-cu-size", p->minCUSize)
    GRANARY_SETTING("max-tu-size", p->maxTUSize)
    GRANARY_SETTING("tu-intra-depth", p->tuQTMaxIntraDepth)
    GRANARY_SETTING("tu-inter-depth", p->tuQTMaxInterDepth)
    GRANARY_SETTING("limit-tu", p->limitTU)
    GRANARY_SETTING("rect", p->bEnableRectInter)
    GRANARY_SETTING("amp", p->bEnableAMP)
    GRANARY_SETTING("limit-modes", p->limitModes)
    GRANARY_SETTING("early-skip", p->bEnableEarlySkip)
    GRANARY_SETTING("rskip", p->recursionSkipMode)
    GRANARY_SETTING("splitrd-skip", p->bEnableSplitRdSkip)
    GRANARY_SETTING("fast-intra", p->bEnableFastIntra)
    GRANARY_SETTING("b-intra", p->bIntraInBFrames)
    GRANARY_SETTING("constrained-intra", p->bEnableConstrainedIntra)
    GRANARY_SETTING("strong-intra-smoothing", p->bEnableStrongIntraSmoothing)
    GRANARY_SETTING("cu-lossless", p->bCULossless)
    GRANARY_SETTING("tskip", p->bEnableTransformSkip)
    GRANARY_SETTING("tskip-fast", p->bEnableTSkipFast)
    GRANARY_SETTING("me", p->searchMethod)
    GRANARY_SETTING("subme", p->subpelRefine)
    GRANARY_SETTING("merange", p->searchRange)
    GRANARY_SETTING("max-merge", p->maxNumMergeCand)
    GRANARY_SETTING("temporal-mvp", p->bEnableTemporalMvp)
    GRANARY_SETTING("hme", p->bEnableHME)
    GRANARY_SETTING("analyze-src-pics", p->bSourceReferenceEstimation)
    GRANARY_SETTING("ref", p->maxNumReferences)
    GRANARY_SETTING("limit-refs", p->limitReferences)
    GRANARY_SETTING("weightp", p->bEnableWeightedPred)
    GRANARY_SETTING("weightb", p->bEnableWeightedBiPred)
    GRANARY_SETTING("bframes", p->bframes)
    GRANARY_SETTING("b-adapt", p->bFrameAdaptive)
    GRANARY_SETTING("b-pyramid", p->bBPyramid)
    GRANARY_SETTING("bframe-bias", p->bFrameBias)
    GRANARY_SETTING("rc-lookahead", p->lookaheadDepth)
    GRANARY_SETTING("lookahead-slices", p->lookaheadSlices)
    GRANARY_SETTING("scenecut", p->scenecutThreshold)
    GRANARY_SETTING("scenecut-bias", p->scenecutBias * 100)
    GRANARY_SETTING("fades", p->bEnableFades)
    GRANARY_SETTING("log2-max-poc-lsb", p->log2MaxPocLsb)
    GRANARY_SETTING("rd", p->rdLevel)
    GRANARY_SETTING("rdoq-level", p->rdoqLevel)
    GRANARY_SETTING("rdpenalty", p->rdPenalty)
    GRANARY_SETTING("rd-refine", p->bEnableRdRefine)
    GRANARY_SETTING("ssim-rd", p->bSsimRd)
    GRANARY_SETTING("psy-rd", p->psyRd)
    GRANARY_SETTING("psy-rdoq", p->psyRdoq)
    GRANARY_SETTING("signhide", p->bEnableSignHiding)
    GRANARY_SETTING("opt-cu-delta-qp", p->bOptCUDeltaQP)
    GRANARY_SETTING("lowpass-dct", p->bLowPassDct)
    GRANARY_SETTING("nr-intra", p->noiseReductionIntra)
    GRANARY_SETTING("nr-inter", p->noiseReductionInter)
    GRANARY_SETTING("aq-mode", p->rc.aqMode)
    GRANARY_SETTING("aq-strength", p->rc.aqStrength)
    GRANARY_SETTING("aq-motion", p->bAQMotion)
    GRANARY_SETTING("hevc-aq", p->rc.hevcAq)
    GRANARY_SETTING("qp-adaptation-range", p->rc.qpAdaptationRange)
    GRANARY_SETTING("qg-size", p->rc.qgSize)
    GRANARY_SETTING("cutree", p->rc.cuTree)
    GRANARY_SETTING("rc-grain", p->rc.bEnableGrain)
    GRANARY_SETTING("ipratio", p->rc.ipFactor)
    GRANARY_SETTING("pbratio", p->rc.pbFactor)
    GRANARY_SETTING("qcomp", p->rc.qCompress)
    GRANARY_SETTING("qblur", p->rc.qblur)
    GRANARY_SETTING("cplxblur", p->rc.complexityBlur)
    GRANARY_SETTING("qpstep", p->rc.qpStep)
    GRANARY_SETTING("qpmin", p->rc.qpMin)
    GRANARY_SETTING("qpmax", p->rc.qpMax)
    GRANARY_SETTING("cbqpoffs", p->cbQpOffset)
    GRANARY_SETTING("crqpoffs", p->crQpOffset)
    GRANARY_SETTING("hdr10-opt", p->bHDR10Opt)
    GRANARY_SETTING("sao", p->bEnableSAO)
    GRANARY_SETTING("sao-non-deblock", p->bSaoNonDeblocked)
    GRANARY_SETTING("limit-sao", p->bLimitSAO)
    GRANARY_SETTING("selective-sao", p->selectiveSAO)
    GRANARY_SETTING("chromaloc", p->vui.chromaSampleLocTypeTopField)
    GRANARY_SETTING("videoformat", p->vui.videoFormat)
    GRANARY_SETTING("crf", p->rc.rfConstant)
    GRANARY_SETTING("bitrate", p->rc.bitrate)
    GRANARY_SETTING("keyint", p->keyframeMax)
    GRANARY_SETTING("temporal-layers", p->bEnableTemporalSubLayers)
    GRANARY_SETTING("rskip-edge-threshold", (int)(p->edgeVarThreshold * 100.0f + 0.5f))
    GRANARY_SETTING("scaling-list", granary_x265_has_lists(p->scalingLists))
    GRANARY_SETTING("overscan", p->vui.bEnableOverscanInfoPresentFlag ? 1 + p->vui.bEnableOverscanAppropriateFlag : 0)
#undef GRANARY_SETTING
    if (strcmp(name, "deblock") == 0) {
        values[0] = p->deblockingFilterTCOffset;
        values[1] = p->deblockingFilterBetaOffset;
        return 2;
    }
    if (strcmp(name, "hme-search") == 0) {
        for (int level = 0; level < 3; level++) values[level] = p->hmeSearchMethod[level];
        return 3;
    }
    if (strcmp(name, "hme-range") == 0) {
        for (int level = 0; level < 3; level++) values[level] = p->hmeRange[level];
        return 3;
    }
    return 0;
}
