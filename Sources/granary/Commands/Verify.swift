import ArgumentParser
import Confinement
import Foundation
import JobDocuments
import Media
import Worker

/// `granary verify`: whether a finished movie is what it must be.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decode a finished movie and compare it with its job or its source.",
        discussion: """
            Reads the boxes, decodes every picture with libde265, and prints what it compared and what it could not \
            compare. If it finds the directory of the job that made the movie, it compares every picture with the \
            encoder's, all times with the source's, and colour and light of boxes, parameter sets and SEI messages \
            with the settings of the job. With --against a source, it compares times and lengths with the source's, \
            compares every copied audio packet bit for bit, and measures the quality of the pictures.

            Examples:
              granary verify film.mp4
              granary verify film.mp4 --against film.mov
              granary verify film.mp4 --against reel1.mov --against reel2.mov
              granary verify /mnt/copy/film.mp4 --jobs out/.granary
              granary verify film.mp4 --json | jq -r '.findings[]'

            Exit codes: 0 no findings, 3 findings, 65 not a movie with HEVC, 66 there is no such file.
            """
    )

    @Argument(
        help: ArgumentHelp("The movie to verify: MP4 or QuickTime with HEVC.", valueName: "movie"),
        completion: .file()
    )
    var movie: String

    @Option(
        help: ArgumentHelp(
            "The source of the movie; repeat it for joined films.",
            valueName: "source"
        ),
        completion: .file()
    )
    var against: [String] = []

    @Option(
        help: ArgumentHelp(
            "Ranges that are decoded once more for each lower temporal level: all, or a sample of films of two minutes "
                + "and more.",
            valueName: "which"
        )
    )
    var levels = LevelVerification.sample

    @OptionGroup var jobsFolder: JobsFolderOptions

    @OptionGroup var sandbox: SandboxOptions

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    func run() throws {
        guard FileManager.default.fileExists(atPath: movie) else {
            throw FileFailure(missing: movie, attempted: "verify the movie")
        }
        let maker = try JobFolder(path: jobsFolder.folder(beside: movie)).maker(of: movie)
        let source = try against.isEmpty ? nil : source(of: against, asIn: maker)
        let readable = [movie] + (source?.paths ?? []) + (maker.map { [$0.path] } ?? [])
        try sandbox.confine(readable: readable)
        let check: MovieCheck
        do {
            check = try MovieCheck(path: movie, job: maker, source: source, levels: levels)
        } catch let error as WorkError where error.kind == .verification {
            // Within a job such a film fails its verification; here somebody named a file that is no movie to verify.
            throw FileFailure(
                kind: .badInput,
                attempted: error.attempted,
                subject: error.subject,
                cause: error.cause,
                remedy: error.remedy
            )
        }
        let verdict = try check.verdict()
        if json {
            try StandardOutput.write(json: verdict)
        } else {
            StandardOutput.write(verdict.lines.map { PlainText.field($0) + "\n" }.joined())
        }
        if !verdict.findings.isEmpty { throw ExitCode(FailureKind.verification.rawValue) }
    }

    /// The source to compare with: what was taken of each film, as its job noted it.
    private func source(of paths: [String], asIn maker: JobDirectory?) throws -> SourceDescription {
        let noted = try maker?.source()
        let parts = noted?.parts ?? []
        let films = try paths.enumerated().map { index, path in
            try part(of: path, asIn: parts.count == paths.count ? parts[index] : nil)
        }
        // All films of a job are repeated at one rate.
        return try SourceReader(sandbox: sandbox.mode).joined(
            films,
            comparesAudio: noted?.audio.isEmpty != true,
            times: FilmTimes(
                rate: parts.lazy.compactMap(\.repetition?.rate).first,
                makesFrames: parts.contains { $0.fields != nil }
            )
        )
    }

    /// A film, or a part of it, read as it was.
    private func part(of path: String, asIn noted: SourceDescription?) throws -> SourceDescription {
        let source = try SourceReader(sandbox: sandbox.mode).describe(
            path: path,
            hashWholeFile: false,
            reading: noted?.reading ?? .standard
        )
        guard let noted else { return source }
        var part = source
        if let cut = noted.cut, cut.frames.upperBound <= source.video.timeline.count {
            part = try SourceReader(sandbox: sandbox.mode).cut(source, to: cut.frames)
        }
        (part.fit, part.isEnlarged) = (noted.fit, noted.isEnlarged)
        return part
    }
}

extension LevelVerification: ExpressibleByArgument {}
