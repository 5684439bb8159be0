extension EncoderOptions {
    /// The options that may not be set, with the reason for the user.
    static let refused: [String: String] = {
        var reasons: [String: String] = [:]
        for (names, reason) in refusals {
            for name in names.split(separator: " ") { reasons[String(name)] = reason }
        }
        return reasons
    }()

    private static let refusals: [(names: String, reason: String)] = [
        // Stitching: where ranges meet.
        ("open-gop", "ranges are encoded apart and stitched, so every GOP is closed"),
        ("keyint", "the distance of key frames is video.keyFrameInterval"),
        ("min-keyint gop-lookahead", "a range has key frames where video.keyFrameInterval asks for them only"),
        ("intra-refresh", "a range starts with a key frame, which intra refresh does without"),
        ("radl cra-nal", "a range starts with an IDR picture that has no leading pictures"),
        ("hist-scenecut hist-threshold", "it stands apart from the frame types that pass 1 decides for pass 2"),
        (
            "opt-qp-pps opt-ref-list-length-pps",
            "it fits the parameter sets to the pictures, and all ranges must share theirs"
        ),
        ("multi-pass-opt-rps", "it fits the parameter sets to the pictures, and x265 3.5 writes it damaged"),
        ("repeat-headers", "MP4 keeps the parameter sets in hvcC, once for the film"),
        ("annexb", "MP4 holds length-prefixed samples"),
        ("aud eob eos idr-recovery-sei single-sei", "MP4 marks access units itself, and ranges join without a trace"),
        ("info", "the film does not carry the encoder's settings; the report does"),
        ("hash", "verify compares every picture with a hash that is kept outside of the film"),
        ("chunk-start chunk-end", "Granary decides which frames a range encodes"),
        ("zones zonefile qpfile", "frame numbers start anew in every range"),
        ("force-flush", "frames leave the encoder in the order that pass 1 decided"),
        ("slices", "it needs threads inside the encoder, and every encoder has one"),
        ("temporal-layers", "the number of temporal levels is video.temporal"),
        ("nalu-file", "frame numbers start anew in every range"),
        // Passes.
        ("pass stats slow-firstpass", "Granary runs the passes; see passes.maximum"),
        ("multi-pass-opt-analysis multi-pass-opt-distortion", "it keeps its own files beside the multi-pass storage"),
        (
            "analysis-save analysis-load analysis-reuse-file analysis-reuse-mode analysis-reuse-level "
                + "analysis-save-reuse-level analysis-load-reuse-level refine-analysis-type refine-intra refine-inter "
                + "refine-mv refine-ctu-distortion dynamic-refine scale-factor ctu-info",
            "analysis is not kept between passes"
        ),
        // Rate.
        ("crf bitrate qp", "the rate is video.rate"),
        ("lossless", "the rate is video.rate, and no rate can be met without loss"),
        ("crf-max crf-min", "the allocation decides the rate factor of each range"),
        (
            "vbv-maxrate vbv-bufsize vbv-init vbv-end vbv-end-fr-adj min-vbv-fullness max-vbv-fullness "
                + "vbv-live-multi-pass const-vbv strict-cbr max-ausize-factor dynamic-rd sbrc frame-rc",
            "a buffer runs through all ranges, and x265 sees only one; see video.rate.maximum and video.rate.buffer"
        ),
        ("hrd hrd-concat vui-hrd-info", "a buffer runs through all ranges; see video.hrd"),
        ("scenecut-aware-qp masking-strength", "it reaches over scene cuts, which is where ranges are cut"),
        ("lambda-file", "a file beside the manifest would decide the film without being part of the job"),
        // Determinism and processes.
        ("frame-threads", "with more than one thread the film would depend on the machine; every encoder has one"),
        ("pools wpp pmode pme lookahead-threads", "one encoder per core, each with one thread, is how ranges are run"),
        ("asm", "the processor's best code gives the same film; the machine's own is used"),
        ("copy-pic", "pictures are always copied into the encoder"),
        ("log-level csv csv-log-level cu-stats psnr ssim progress", "the log and the report say it"),
        ("svt", "the encoder is x265"),
        // What the source decides.
        (
            "fps input-res input-csp input-depth input total-frames frames seek",
            "the source decides it, frame by frame"
        ),
        ("output-depth profile", "the depth is video.bitDepth, and the profile follows from it"),
        ("preset", "the preset is video.speed"),
        ("tune", "the tune is video.tune"),
        ("interlace field pic-struct", "the film is progressive"),
        ("frame-dup dup-threshold", "it drops frames, and no frame is ever dropped"),
        ("mcstf", "it filters over the frames where ranges are cut"),
        ("display-window", "the whole picture is shown"),
        ("sar", "the pixel aspect is the source's"),
        ("vui-timing-info", "it follows from the times of the frames"),
        (
            "level-idc high-tier allow-non-conformance uhd-bd",
            "the level is computed, one for the film, from size and rate"
        ),
        // Colour and HDR, which have keys of their own.
        ("colorprim transfer colormatrix range video-signal-type-preset", "the colour is video.colour"),
        ("master-display", "the mastering display is video.masteringDisplay"),
        ("max-cll cll", "the light levels are video.contentLight"),
        ("hdr10 atc-sei min-luma max-luma", "it follows from the colour of the source"),
        ("dhdr10-info dhdr10-opt", "dynamic metadata is video.dynamicMetadata, which this version does not support"),
        (
            "dolby-vision-profile dolby-vision-rpu",
            "dynamic metadata is video.dynamicMetadata, which this version does not support"
        ),
        ("alpha num-views format scc film-grain aom-film-grain", "this version makes Main and Main 10 films only"),
    ]
}
