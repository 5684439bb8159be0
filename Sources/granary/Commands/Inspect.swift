import ArgumentParser
import Foundation
import ISOMedia
import Media

/// `granary inspect`: what an MP4 says of itself.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what an MP4 or QuickTime file says of itself, box by box.",
        discussion: """
            Reads the boxes only and decodes nothing. Damage is listed as findings; a file without a movie is an error.

            Examples:
              granary inspect film.mp4
              granary inspect film.mp4 --boxes
              granary inspect film.mp4 --samples | awk '$7 == "sync"'
              granary inspect film.mp4 --json | jq '.tracks[0].video.hevc'

            Exit codes: 0 read, 65 no movie or one with findings, 66 there is no such file.
            """
    )

    @Argument(help: ArgumentHelp("The file to show.", valueName: "movie"))
    var movie: String

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @Flag(help: "Show the tree of boxes, with offsets and sizes.")
    var boxes = false

    @Flag(
        help: ArgumentHelp(
            "List the samples of every track, a line each, in decode order.",
            discussion: "With --json: one JSON object a line."
        )
    )
    var samples = false

    func run() throws {
        guard FileManager.default.fileExists(atPath: movie) else {
            throw FileFailure(missing: movie, attempted: "read the movie")
        }
        let description: MovieDescription
        do {
            description = try MovieInspection.parse(try FileSource(path: movie))
        } catch {
            throw FileFailure(error, in: movie)
        }
        switch (samples, json) {
        case (true, _): try listSamples(of: description)
        case (false, true): try StandardOutput.write(json: description)
        case (false, false): StandardOutput.write(MovieSummary(description, path: movie, showsBoxes: boxes).text)
        }
        if !description.findings.isEmpty {
            if samples || json { StandardError.write(description.findings.map { "granary: \($0)\n" }.joined()) }
            throw ExitCode(FailureKind.badInput.rawValue)
        }
    }

    /// A sample with the number of its track, for NDJSON.
    private struct Line: Encodable {
        let type = "sample"
        let track: Int
        let sample: SampleTable.Sample
    }

    private func listSamples(of movie: MovieDescription) throws {
        if !json { StandardOutput.write("track\tsample\toffset\tbytes\tdecode\tcomposition\tkind\tdepends\n") }
        for (number, track) in movie.tracks.enumerated() {
            guard let table = track.samples else { continue }
            var text = ""
            for sample in table {
                if json {
                    try StandardOutput.writeLine(json: Line(track: number + 1, sample: sample))
                    continue
                }
                let fields = [
                    String(number + 1), String(sample.index), String(sample.offset), String(sample.byteCount),
                    String(sample.decodeTick), String(sample.decodeTick &+ Int64(sample.compositionOffset)),
                    sample.isSync ? "sync" : "-", sample.dependency.map { String($0) } ?? "-",
                ]
                text += fields.joined(separator: "\t") + "\n"
                if text.utf8.count > 1 << 16 {
                    StandardOutput.write(text)
                    text = ""
                }
            }
            StandardOutput.write(text)
        }
    }
}
