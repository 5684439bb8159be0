import ArgumentParser
import Bench
import Confinement

/// `granary bench metrics`: measures any film against any source, frame by frame.
struct BenchMetrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Measure a film against its source: PSNR, SSIM, XPSNR, and for PQ and HLG wPSNR and PU21-PSNR.",
        discussion: """
            Both films are decoded and compared frame by frame. For the film, PSNR, wPSNR and PU21-PSNR are computed \
            from the mean error over all frames, XPSNR is pooled as its authors do, and SSIM is the mean. Percentiles \
            are over the frames.

            Exit codes: 0 measured, 3 the films do not match, 65 or 66 one of them cannot be read.
            """
    )

    @Argument(help: ArgumentHelp("The film to measure.", valueName: "film"))
    var film: String

    @Argument(help: ArgumentHelp("The source of the film.", valueName: "source"))
    var source: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @Flag(help: "With --json: the values of every frame.")
    var frames = false

    @OptionGroup var sandbox: SandboxOptions

    func run() throws {
        try sandbox.confine(readable: [film, source])
        let measurement = try FilmMeasurement(of: film, against: source, keepsFrames: frames)
        if json {
            try StandardOutput.write(json: measurement)
            return
        }
        StandardOutput.write(measurement.lines.map { $0 + "\n" }.joined())
    }
}
