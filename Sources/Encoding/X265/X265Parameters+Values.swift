import CX265

/// Settings by their names for `param_parse`.
extension X265Parameters {
    /// The value of a setting: one number or, for a list, up to three. Words are given by their positions in x265's own
    /// lists. Nil for a setting that cannot be read.
    func values(of name: String) -> [Double]? {
        // Safe: reads numbers of the block that this value owns.
        switch name {
        case "deblock":
            return unsafe [block.pointee.deblockingFilterTCOffset, block.pointee.deblockingFilterBetaOffset]
                .map { Double($0) }
        case "hme-search":
            let search = unsafe block.pointee.hmeSearchMethod
            return [search.0, search.1, search.2].map { Double($0) }
        case "hme-range":
            let range = unsafe block.pointee.hmeRange
            return [range.0, range.1, range.2].map { Double($0) }
        default:
            let number = unsigned[name].map { Double($0) } ?? signed[name].map { Double($0) } ?? real[name]
            return number.map { [$0] }
        }
    }

    /// Names of all settings that can be read, in alphabetical order.
    var names: [String] {
        (["deblock", "hme-range", "hme-search"] + unsigned.keys + signed.keys + real.keys).sorted()
    }

    private var unsigned: [String: UInt32] {
        // Safe: reads numbers of the block that this value owns.
        unsafe [
            "ctu": block.pointee.maxCUSize,
            "min-cu-size": block.pointee.minCUSize,
            "max-tu-size": block.pointee.maxTUSize,
            "tu-intra-depth": block.pointee.tuQTMaxIntraDepth,
            "tu-inter-depth": block.pointee.tuQTMaxInterDepth,
            "limit-tu": block.pointee.limitTU,
            "limit-modes": block.pointee.limitModes,
            "max-merge": block.pointee.maxNumMergeCand,
            "limit-refs": block.pointee.limitReferences,
            "qg-size": block.pointee.rc.qgSize,
        ]
    }

    private var signed: [String: Int32] {
        // Safe: reads numbers of the block that this value owns.
        unsafe [
            "rect": block.pointee.bEnableRectInter,
            "amp": block.pointee.bEnableAMP,
            "early-skip": block.pointee.bEnableEarlySkip,
            "rskip": block.pointee.recursionSkipMode,
            "splitrd-skip": block.pointee.bEnableSplitRdSkip,
            "fast-intra": block.pointee.bEnableFastIntra,
            "b-intra": block.pointee.bIntraInBFrames,
            "constrained-intra": block.pointee.bEnableConstrainedIntra,
            "strong-intra-smoothing": block.pointee.bEnableStrongIntraSmoothing,
            "cu-lossless": block.pointee.bCULossless,
            "tskip": block.pointee.bEnableTransformSkip,
            "tskip-fast": block.pointee.bEnableTSkipFast,
            "me": block.pointee.searchMethod,
            "subme": block.pointee.subpelRefine,
            "merange": block.pointee.searchRange,
            "temporal-mvp": block.pointee.bEnableTemporalMvp,
            "hme": block.pointee.bEnableHME,
            "analyze-src-pics": block.pointee.bSourceReferenceEstimation,
            "ref": block.pointee.maxNumReferences,
            "weightp": block.pointee.bEnableWeightedPred,
            "weightb": block.pointee.bEnableWeightedBiPred,
            "bframes": block.pointee.bframes,
            "b-adapt": block.pointee.bFrameAdaptive,
            "b-pyramid": block.pointee.bBPyramid,
            "bframe-bias": block.pointee.bFrameBias,
            "rc-lookahead": block.pointee.lookaheadDepth,
            "lookahead-slices": block.pointee.lookaheadSlices,
            "keyint": block.pointee.keyframeMax,
            "scenecut": block.pointee.scenecutThreshold,
            "fades": block.pointee.bEnableFades,
            "temporal-layers": block.pointee.bEnableTemporalSubLayers,
            "log2-max-poc-lsb": block.pointee.log2MaxPocLsb,
            "rd": block.pointee.rdLevel,
            "rdoq-level": block.pointee.rdoqLevel,
            "rdpenalty": block.pointee.rdPenalty,
            "rd-refine": block.pointee.bEnableRdRefine,
            "ssim-rd": block.pointee.bSsimRd,
            "signhide": block.pointee.bEnableSignHiding,
            "opt-cu-delta-qp": block.pointee.bOptCUDeltaQP,
            "lowpass-dct": block.pointee.bLowPassDct,
            "nr-intra": block.pointee.noiseReductionIntra,
            "nr-inter": block.pointee.noiseReductionInter,
            "scaling-list": hasScalingLists ? 1 : 0,
            "aq-mode": block.pointee.rc.aqMode,
            "aq-motion": block.pointee.bAQMotion,
            "hevc-aq": block.pointee.rc.hevcAq,
            "cutree": block.pointee.rc.cuTree,
            "rc-grain": block.pointee.rc.bEnableGrain,
            "bitrate": block.pointee.rc.bitrate,
            "qpstep": block.pointee.rc.qpStep,
            "qpmin": block.pointee.rc.qpMin,
            "qpmax": block.pointee.rc.qpMax,
            "cbqpoffs": block.pointee.cbQpOffset,
            "crqpoffs": block.pointee.crQpOffset,
            "hdr10-opt": block.pointee.bHDR10Opt,
            "sao": block.pointee.bEnableSAO,
            "sao-non-deblock": block.pointee.bSaoNonDeblocked,
            "limit-sao": block.pointee.bLimitSAO,
            "selective-sao": block.pointee.selectiveSAO,
            "chromaloc": block.pointee.vui.chromaSampleLocTypeTopField,
            "videoformat": block.pointee.vui.videoFormat,
            "overscan": overscan,
        ]
    }

    private var real: [String: Double] {
        // Safe: reads numbers of the block that this value owns.
        unsafe [
            // A share that is a whole percentage in `param_parse`.
            "rskip-edge-threshold": Double((block.pointee.edgeVarThreshold * 100 + 0.5).rounded(.towardZero)),
            "scenecut-bias": block.pointee.scenecutBias * 100,
            "psy-rd": block.pointee.psyRd,
            "psy-rdoq": block.pointee.psyRdoq,
            "aq-strength": block.pointee.rc.aqStrength,
            "qp-adaptation-range": block.pointee.rc.qpAdaptationRange,
            "ipratio": block.pointee.rc.ipFactor,
            "pbratio": block.pointee.rc.pbFactor,
            "qcomp": block.pointee.rc.qCompress,
            "qblur": block.pointee.rc.qblur,
            "cplxblur": block.pointee.rc.complexityBlur,
            "crf": block.pointee.rc.rfConstant,
        ]
    }

    private var overscan: Int32 {
        // Safe: reads numbers of the block that this value owns.
        guard unsafe block.pointee.vui.bEnableOverscanInfoPresentFlag != 0 else { return 0 }
        return unsafe 1 + block.pointee.vui.bEnableOverscanAppropriateFlag
    }

    private var hasScalingLists: Bool {
        // Safe: the name is a string with its end, in the block or owned by it.
        guard let name = unsafe granary_x265_scaling_lists(block) else { return false }
        let text = unsafe String(cString: name)
        return !text.isEmpty && text != "off"
    }
}
