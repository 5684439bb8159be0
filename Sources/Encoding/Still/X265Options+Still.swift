extension X265Options {
    /// The options of a single picture, in addition to those of every pass.
    ///
    /// The quantiser depends neither on the picture as a whole (`qcomp` 1) nor on what follows it, and that of a block
    /// only on the block itself (`aq-mode` 1). So neighbouring tiles look alike.
    static func still(_ quantiser: Double) -> [X265Option] {
        [
            X265Option("crf", "\(quantiser)"),
            X265Option("qcomp", "1"),
            X265Option("aq-mode", "1"),
            X265Option("cutree", "0"),
            X265Option("bframes", "0"),
            X265Option("b-adapt", "0"),
            X265Option("rc-lookahead", "0"),
            X265Option("scenecut", "0"),
            // A still has no log of its range; what fails is in the error.
            X265Option("log-level", "error"),
        ]
    }
}
