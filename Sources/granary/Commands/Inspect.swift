import ArgumentParser
import Confinement
import Foundation
import HEIF
import ISOMedia
import Media

/// `granary inspect`: what an MP4 or a HEIC file says of itself.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the contents of an MP4, QuickTime or HEIC file, box by box.",
        discussion: """
            Reads the boxes and decodes nothing. Of a film with HDR10+ or Dolby Vision it reads every sample, and \
            says how many have which. For HEVC it also shows colour and light from SPS and SEI messages \
            next to the boxes, which of the two Granary uses, and warnings; a warning alone is no error. Damage is \
            listed as findings. A file without a movie is an error. With --samples it also reads the headers of HEVC \
            slices and checks the temporal levels against them. Of a HEIC or AVIF file it shows items, references, \
            properties and tiles, and what contradicts what.

            Examples:
              granary inspect film.mp4
              granary inspect film.mp4 --boxes
              granary inspect film.mp4 --samples | awk '$7 == "sync"'
              granary inspect film.mp4 --json | jq '.tracks[0].video.hevc'
              granary inspect photo.heic
              granary inspect film.mp4 --json | jq '.tracks[0].video | .dynamicRange, .colourWarnings'

            Exit codes: 0 read, 65 not a movie, or a movie with findings, 66 there is no such file.
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
            "List the samples of every track in decode order, one line for each.",
            discussion: "With --json: one JSON object per line."
        )
    )
    var samples = false

    @OptionGroup var sandbox: SandboxOptions

    func run() throws {
        guard FileManager.default.fileExists(atPath: movie) else {
            throw FileFailure(missing: movie, attempted: "read the movie")
        }
        try sandbox.confine(readable: [movie])
        let file: FileSource
        do {
            file = try FileSource(path: movie)
        } catch {
            throw FileFailure(error, in: movie)
        }
        if !samples, ImageFileInspection.hasItems(file) { return try inspectImage(file) }
        var description: MovieDescription
        do {
            description = try MovieInspection.parse(file)
            if !samples { description.addDynamicMetadata(from: file) }
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

    /// Shows a HEIF file; of a sequence also its movie.
    private func inspectImage(_ file: FileSource) throws {
        let (image, sequence): (ImageFileDescription, MovieDescription?)
        do {
            image = try ImageFileInspection.parse(file)
            sequence = image.hasMovie ? try MovieInspection.parse(file) : nil
        } catch {
            throw FileFailure(error, in: movie)
        }
        let findings = image.findings + (sequence?.findings ?? [])
        if json {
            try StandardOutput.write(json: InspectedImage(image: image, sequence: sequence))
            StandardError.write(findings.map { "granary: \($0)\n" }.joined())
        } else {
            let words = sequence.map { MovieSummary($0, path: movie, showsBoxes: boxes).text }
            StandardOutput.write(ImageSummary(image, path: movie, showsBoxes: boxes, movie: words).text)
        }
        if !findings.isEmpty { throw ExitCode(FailureKind.badInput.rawValue) }
    }
}
