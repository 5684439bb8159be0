import ArgumentParser
import Confinement
import Foundation
import Media
import Worker

/// `granary extract`: the lower temporal levels of a movie.
struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the lower temporal levels of a movie: a lower frame rate, without encoding.",
        discussion: """
            Keeps the samples up to a temporal level, with unchanged bytes. The sample groups give the level of each \
            sample. Times and groups are written anew, and audio is copied. `granary inspect` shows the levels of a \
            movie; video.temporal in a manifest makes a film with levels.

            Examples:
              granary extract film240.mp4 --level 0 -o film30.mp4
              granary extract film240.mp4 --level 2 -o film120.mp4 --json

            Exit codes: 0 done, 64 there is no such level, 65 not a movie with levels, 66 there is no such file, 73 \
            the output cannot be created.
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
        help: ArgumentHelp("The new movie: QuickTime if its name ends in .mov, else MP4.", valueName: "file"),
        completion: .file(extensions: ["mp4", "mov"])
    )
    var output: String

    @Flag(help: "Replace the output if it exists.")
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
