import ArgumentParser
import Confinement
import Foundation
import ISOMedia
import Media

/// `granary inspect`: what an MP4 says of itself.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what an MP4 or QuickTime file says of itself, box by box.",
        discussion: """
            Reads the boxes and decodes nothing. Of HEVC, what SPS and SEI messages say of colour and light is shown beside \
            the boxes, with what holds of the two and what is odd about it; oddities alone are no failure. Damage is \
            listed as findings; a file without a movie is an error. With --samples the headers of HEVC slices are read as \
            well, and prove or disprove the temporal levels.

            Examples:
              granary inspect film.mp4
              granary inspect film.mp4 --boxes
              granary inspect film.mp4 --samples | awk '$7 == "sync"'
              granary inspect film.mp4 --json | jq '.tracks[0].video.hevc'
              granary inspect film.mp4 --json | jq '.tracks[0].video | .dynamicRange, .colourWarnings'

            Exit codes: 0 read, 65 no movie or one with findings, 66 there is no such file.
            """
    )

    @Argument(help: ArgumentHelp("The file to show.", valueName: "movie"), completion: .file())
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

    @OptionGroup var sandbox: SandboxOptions

    func run() throws {
        guard FileManager.default.fileExists(atPath: movie) else {
            throw FileFailure(missing: movie, attempted: "read the movie")
        }
        try sandbox.confine(readable: [movie])
        let description: MovieDescription
        do {
            description = try MovieInspection.parse(try FileSource(path: movie))
        } catch {
            throw FileFailure(error, in: movie)
        }
        switch (samples, json) {
        case (true, _): try SampleListing(of: description, in: movie, asJSON: json).write()
        case (false, true): try StandardOutput.write(json: description)
        case (false, false): StandardOutput.write(MovieSummary(description, path: movie, showsBoxes: boxes).text)
        }
        if !description.findings.isEmpty {
            if samples || json { StandardError.write(description.findings.map { "granary: \($0)\n" }.joined()) }
            throw ExitCode(FailureKind.badInput.rawValue)
        }
    }
}
