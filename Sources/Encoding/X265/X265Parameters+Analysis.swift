import CX265
import Media

/// The parameters of an analysis: those of the final preset for the lookahead, and a cheap way to encode pictures.
extension X265Parameters {
    /// Copies from another block all parameters that determine slice types and cutree: everything that the lookahead
    /// and adaptive quantisation read. A fast preset then takes the same decisions as the final preset.
    mutating func copyLookahead(from other: borrowing X265Parameters) {
        let to = unsafe block
        let from = unsafe other.block
        // Safe: both blocks are alive and distinct, and this value owns the one that is written. All fields are
        // numbers, so that no block keeps a pointer of the other.
        unsafe to.pointee.keyframeMax = from.pointee.keyframeMax
        unsafe to.pointee.keyframeMin = from.pointee.keyframeMin
        unsafe to.pointee.bOpenGOP = from.pointee.bOpenGOP
        unsafe to.pointee.bframes = from.pointee.bframes
        unsafe to.pointee.bFrameAdaptive = from.pointee.bFrameAdaptive
        unsafe to.pointee.bFrameBias = from.pointee.bFrameBias
        unsafe to.pointee.bBPyramid = from.pointee.bBPyramid
        unsafe to.pointee.lookaheadDepth = from.pointee.lookaheadDepth
        unsafe to.pointee.lookaheadSlices = from.pointee.lookaheadSlices
        unsafe to.pointee.lookaheadThreads = from.pointee.lookaheadThreads
        unsafe to.pointee.scenecutThreshold = from.pointee.scenecutThreshold
        unsafe to.pointee.scenecutBias = from.pointee.scenecutBias
        unsafe to.pointee.bEnableWeightedPred = from.pointee.bEnableWeightedPred
        unsafe to.pointee.bEnableWeightedBiPred = from.pointee.bEnableWeightedBiPred
        unsafe to.pointee.bIntraRefresh = from.pointee.bIntraRefresh
        unsafe to.pointee.maxCUSize = from.pointee.maxCUSize
        // Pictures are padded to whole blocks: smaller blocks would give fewer units than the final preset reads.
        unsafe to.pointee.minCUSize = max(to.pointee.minCUSize, from.pointee.minCUSize)
        unsafe to.pointee.rc.cuTree = from.pointee.rc.cuTree
        unsafe to.pointee.rc.qCompress = from.pointee.rc.qCompress
        unsafe to.pointee.rc.ipFactor = from.pointee.rc.ipFactor
        unsafe to.pointee.rc.pbFactor = from.pointee.rc.pbFactor
        unsafe to.pointee.rc.aqMode = from.pointee.rc.aqMode
        unsafe to.pointee.rc.aqStrength = from.pointee.rc.aqStrength
        unsafe to.pointee.rc.qgSize = from.pointee.rc.qgSize
        unsafe to.pointee.rc.hevcAq = from.pointee.rc.hevcAq
        unsafe to.pointee.rc.qpMin = from.pointee.rc.qpMin
        unsafe to.pointee.rc.qpMax = from.pointee.rc.qpMax
    }

    /// For an analysis of which only the bits matter: turns off what slice types and cutree do not depend on.
    ///
    /// The largest blocks have 32 luma samples, or 64 if a quantisation group is that large, but not more than those of
    /// the final preset. Pictures are not deblocked.
    mutating func code(_ detail: AnalysisDetail, for final: borrowing X265Parameters) {
        guard detail != .likeFinal else { return }
        // Safe: both blocks are alive and distinct; this value owns the one that is written.
        let group = unsafe block.pointee.rc.qgSize
        unsafe block.pointee.maxCUSize = min(group > 32 ? 64 : 32, final.block.pointee.maxCUSize)
        unsafe block.pointee.bEnableLoopFilter = 0
        guard detail == .coarse else { return }
        // The smallest blocks are as large, but not larger than a quantisation group, and not smaller than those of the
        // final preset.
        let smallest = min(max(group, 8), 32)
        unsafe block.pointee.minCUSize = max(smallest, final.block.pointee.minCUSize)
    }

    /// Lets libx265 use 512-bit vectors if the processor has fast ones: the same bits in less time. libx265 uses them
    /// only on request, because older processors lower their clock for them, and selects its code at the first encoder
    /// of a process.
    mutating func useWideVectors() throws(EncodingError) {
        let has = granary_x265_find_avx512()
        // Processors with VPOPCNTDQ on vectors of all lengths (Ice Lake, Zen 4 and newer) keep their clock.
        guard has.bw, has.dq, has.vl, has.vpopcntdq else { return }
        try set(X265Option("asm", "avx512"))
    }
}
