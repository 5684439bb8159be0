import ArgumentParser
import Media

/// `granary probe`: describes a source.
struct Probe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Describe a film as Granary reads it.",
        discussion: """
            Reads every packet and decodes one picture. Prints the exact frame count and times, size, colour, HDR \
            metadata, audio tracks, and what an MP4 cannot carry. Colour and light come from the container, and where \
            it has none, from the bitstream. Warnings show where the two disagree, and impossible values. ICC profiles \
            and Dolby Vision profiles are listed, and how many pictures have HDR10+ or a Dolby Vision RPU. Several \
            films are described as one film, in the order given; films of different kinds are refused with the \
            difference.

            Examples:
              granary probe film.mov
              granary probe reel1.mov reel2.mov
              granary probe film.mov --json | jq .video.size
              granary probe bare.hevc --frame-rate 24
            """
    )

    @Argument(help: ArgumentHelp("The film to describe, or several.", valueName: "film"), completion: .file())
    var paths: [String]

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var sourceOptions: SourceOptions

    @OptionGroup var sandbox: SandboxOptions

    func run() throws {
        let reader = SourceReader(sandbox: sandbox.mode)
        let films = try paths.map { path in
            try reader.describe(
                path: path,
                hashWholeFile: sourceOptions.hashSource,
                reading: reading.reading()
            )
        }
        let source = try reader.joined(films)
        if json {
            try StandardOutput.write(json: source)
        } else {
            StandardOutput.write(SourceSummary(source).text)
        }
    }
}
