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
        ("open-gop", "ranges are encoded separately and stitched, so every GOP is closed"),
        ("keyint", "the key frame interval is video.keyFrameInterval"),
        ("min-keyint gop-lookahead", "a range has only the key frames that video.keyFrameInterval requires"),
        ("intra-refresh", "a range starts with a key frame, and intra refresh has none"),
        ("radl cra-nal", "a range starts with an IDR picture that has no leading pictures"),
        ("hist-scenecut hist-threshold", "it changes frame types, which pass 1 decides for pass 2"),
        (
            "opt-qp-pps opt-ref-list-length-pps",
            "it adapts the parameter sets to the pictures, but all ranges must have the same ones"
        ),
        ("multi-pass-opt-rps", "it adapts the parameter sets to the pictures, and x265 3.5 writes damaged ones"),
        ("repeat-headers", "MP4 keeps the parameter sets in hvcC, once for the film"),
        ("annexb", "MP4 holds length-prefixed samples"),
        (
            "aud eob eos idr-recovery-sei single-sei",
            "MP4 marks access units itself, and joints between ranges are not marked"
        ),
        ("info", "the film does not carry the encoder's settings; the report does"),
        ("hash", "verify compares every picture with a hash that is stored outside the film"),
        ("chunk-start chunk-end", "Granary decides which frames a range encodes"),
        ("zones zonefile qpfile", "frame numbers restart in every range"),
        ("force-flush", "frames leave the encoder in the order that pass 1 decided"),
        ("slices", "it needs several threads in the encoder, and every encoder has one"),
        ("temporal-layers", "the number of temporal levels is video.temporal"),
        ("nalu-file", "frame numbers restart in every range"),
        // Passes.
        ("pass stats slow-firstpass", "Granary runs the passes; see passes.maximum"),
        ("multi-pass-opt-analysis multi-pass-opt-distortion", "it keeps its own files next to the multi-pass storage"),
        (
            "analysis-save analysis-load analysis-reuse-file analysis-reuse-mode analysis-reuse-level "
                + "analysis-save-reuse-level analysis-load-reuse-level refine-analysis-type refine-intra refine-inter "
                + "refine-mv refine-ctu-distortion dynamic-refine scale-factor ctu-info",
            "no analysis data is kept between passes"
        ),
        // Rate.
        ("crf bitrate qp", "the rate is video.rate"),
        ("lossless", "the rate is video.rate, and lossless coding cannot meet a rate"),
        ("crf-max crf-min", "the allocation decides the rate factor of each range"),
        (
            "vbv-maxrate vbv-bufsize vbv-init vbv-end vbv-end-fr-adj min-vbv-fullness max-vbv-fullness "
                + "vbv-live-multi-pass const-vbv strict-cbr max-ausize-factor dynamic-rd sbrc frame-rc",
            "a buffer spans all ranges, but x265 sees only one; see video.rate.maximum and video.rate.buffer"
        ),
        ("hrd hrd-concat vui-hrd-info", "a buffer spans all ranges; see video.hrd"),
        ("scenecut-aware-qp masking-strength", "it works across scene cuts, where ranges are cut"),
        ("lambda-file", "a file outside the manifest would change the film without being part of the job"),
        // Determinism and processes.
        ("frame-threads", "Granary sets one; with more the film would depend on the machine"),
        ("pools wpp pmode pme lookahead-threads", "Granary sets the threads, and runs one encoder on each core"),
        ("asm", "x265 selects the best code for the processor; the film is the same with any"),
        ("copy-pic", "pictures are always copied into the encoder"),
        ("log-level csv csv-log-level cu-stats psnr ssim progress", "the log and the report have this information"),
        ("svt", "the encoder is x265"),
        // What the source decides.
        (
            "fps input-res input-csp input-depth input total-frames frames seek",
            "the source determines it"
        ),
        ("output-depth profile", "the depth is video.bitDepth, and the profile follows from it"),
        ("preset", "the preset is video.speed"),
        ("tune", "the tune is video.tune"),
        ("interlace field pic-struct", "the film is progressive"),
        ("frame-dup dup-threshold", "it drops frames, and Granary never drops a frame"),
        ("mcstf", "it filters across the frames where ranges are cut"),
        ("display-window", "the whole picture is shown"),
        ("sar", "the pixel aspect is that of the source"),
        ("vui-timing-info", "it follows from the frame times"),
        (
            "level-idc high-tier allow-non-conformance uhd-bd",
            "the level is computed from size and rate, one for the film"
        ),
        // Colour and HDR, which have manifest keys.
        ("colorprim transfer colormatrix range video-signal-type-preset", "the colour is video.colour"),
        ("master-display", "the mastering display is video.masteringDisplay"),
        ("max-cll cll", "the light levels are video.contentLight"),
        ("hdr10 atc-sei min-luma max-luma", "it follows from the colour of the source"),
        (
            "dhdr10-info dhdr10-opt dolby-vision-profile dolby-vision-rpu",
            "dynamic metadata is video.dynamicMetadata"
        ),
        ("alpha num-views format scc film-grain aom-film-grain", "this version makes only Main and Main 10 films"),
    ]
}
