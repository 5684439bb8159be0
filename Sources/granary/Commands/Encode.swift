import ArgumentParser
import Jobs
import Platform

/// `granary encode`: a job without a manifest.
struct Encode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Encode one film, with the most common settings as options.",
        discussion: """
            Does the same as `granary run` with a manifest of these settings. Run the same command again to continue \
            an interrupted job. Jobs/reference.yaml lists the settings that only a manifest has.

            Examples:
              granary encode film.mov -o film.mp4
              granary encode film.mkv -o film.mov --audio eng
              granary encode film.mov -o small.mp4 --bitrate 2500k --speed slow
              granary encode film.mov -o small.mp4 --bitrate 2500k --optimize vmaf
              granary encode film.mov -o film.mp4 --quality ssim=0.98,0.97
              granary encode film.mov -o film.mp4 --crf 21 --size 1920x1080
              granary encode film.mov -o film.mp4 --crf 21 --x265 aq-mode=3
              granary encode film.mov -o film.mp4 --preset hevcHighestQuality --dry-run
              granary encode reel1.mov reel2.mov reel3.mov -o film.mp4
              granary encode film.mov -o scene.mp4 --start 12s --duration 30s
              granary encode film.mov -o wide.mp4 --crop 0,140,0,140
            """
    )

    @OptionGroup var encode: EncodeOptions

    @OptionGroup var options: RunOptions

    @OptionGroup var sourceOptions: SourceOptions

    func run() async throws {
        DiskWatch.start { StandardError.write($0 + "\n") }
        do {
            let launcher = JobLauncher(options, hashesSource: sourceOptions.hashSource)
            let code = try await launcher.run(try encode.manifest())
            if code != 0 { throw ExitCode(code) }
        } catch let error as ManifestError {
            throw EncodeOptions.inOptions(error)
        }
    }
}
