import ArgumentParser
import Confinement
import Foundation
import Media
import Worker

/// `granary extract`: the lower temporal levels of a movie.
struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take a movie's lower temporal levels out of it: a lower frame rate, nothing encoded.",
        discussion: """
            Keeps the samples up to a temporal level, as their sample groups tell it, with their own bytes; gives them \
            their new times and groups, and copies the sound. `granary inspect` shows which levels a movie has; \
            video.temporal in a manifest makes one with levels.

            Examples:
              granary extract film240.mp4 --level 0 -o film30.mp4
              granary extract film240.mp4 --level 2 -o film120.mp4 --json

            Exit codes: 0 done, 64 there is no such level, 65 no movie with levels, 66 there is no such file, 73 the \
            output cannot be created.
            """
    )

    @Argument(
        help: ArgumentHelp("The movie: MP4 or QuickTime with HEVC in temporal levels.", valueName: "movie"),
        completion: .file()
    )
    var movie: String

    @Option(help: ArgumentHelp("The highest temporal level to keep; 0 is the base layer.", valueName: "level"))
    var level: Int

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The movie to make: QuickTime when it ends in .mov, else MP4.", valueName: "file"),
        completion: .file(extensions: ["mp4", "mov"])
    )
    var output: String

    @Flag(help: "Replace the output when it is there.")
    var overwrite = false

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @OptionGroup var sandbox: SandboxOptions

    func run() throws {
        guard FileManager.default.fileExists(atPath: movie) else {
            throw FileFailure(missing: movie, attempted: "extract temporal levels")
        }
        let folder = URL(filePath: output).deletingLastPathComponent().path
        try sandbox.confine(readable: [movie], writable: [folder])
        let extraction: LevelExtraction
        do {
            extraction = try LevelExtraction(path: movie, level: level)
        } catch let error as WorkError where error.kind == .verification {
            throw FileFailure(
                kind: .badInput,
                attempted: "extract temporal levels",
                subject: error.subject,
                cause: error.cause,
                remedy: error.remedy
            )
        }
        let extracted = try extraction.write(to: output, replacesFile: overwrite)
        if json { return try StandardOutput.write(json: extracted) }
        StandardOutput.write(
            "\(extracted.output): \(counted(extracted.frameCount, "frame")), \(extracted.byteCount) bytes\n"
        )
        StandardError.write(extracted.notes.map { "granary: not kept: \($0)\n" }.joined())
    }
}
