import ArgumentParser
import Bench
import Confinement

/// `granary bench metrics`: quality of any film against any source, frame by frame.
struct BenchMetrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Measure a film against its source: PSNR, SSIM, XPSNR, and for PQ and HLG wPSNR and PU21-PSNR.",
        discussion: """
            Both are decoded and compared frame by frame. The figure of the film is, of PSNR and its kin, that of the mean error over \
            all frames; of XPSNR pooled as its authors do; of SSIM the mean. Percentiles are those of the frames.

            Exit codes: 0 measured, 3 the films do not fit each other, 65 or 66 one of them cannot be read.
            """
    )

    @Argument(help: ArgumentHelp("The film that is measured.", valueName: "film"))
    var film: String

    @Argument(help: ArgumentHelp("What it is measured against.", valueName: "source"))
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
