extension X265Options {
    /// The options of a single picture, in addition to those of every pass.
    ///
    /// The quantiser depends neither on the complexity of the picture (`qcomp` 1) nor on what follows it. That of a
    /// block depends also on the picture (`aq-mode` 2). In tiles it depends on the block alone (`aq-mode` 1), so that
    /// neighbours look alike. Both were fitted to PSNR and SSIM.
    ///
    /// The rows of a single picture have several threads. Tiles are encoded next to each other instead.
    static func still(_ quantiser: Double, isTile: Bool) -> [X265Option] {
        [
            X265Option("crf", "\(quantiser)"),
            X265Option("qcomp", "1"),
            X265Option("aq-mode", isTile ? "1" : "2"),
            X265Option("aq-strength", isTile ? "0.5" : "1"),
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
