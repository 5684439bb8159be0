import ArgumentParser
import Media

/// `granary probe`: what a source is.
struct Probe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Describe a film as Granary will read it.",
        discussion: """
            Reads every packet and decodes one picture: exact frame count and times, size, colour, HDR metadata, sound \
            tracks, and what could not be carried into an MP4. Colour and light are the container's word where it says \
            something, else the bitstream's; warnings tell where the two disagree, and what cannot be true. An ICC profile and \
            the profile of Dolby Vision are named where there are any. Several films are described as the one that they make when \
            they are played one after the other; films of different kinds are refused with what differs.

            Examples:
              granary probe film.mov
              granary probe reel1.mov reel2.mov
              granary probe film.mov --json | jq .video.size
              granary probe bare.hevc --frame-rate 24
            """
    )

    @Argument(help: ArgumentHelp("The film to describe, or several.", valueName: "movie"), completion: .file())
    var movies: [String]

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var sourceOptions: SourceOptions

    @OptionGroup var sandbox: SandboxOptions

    func run() throws {
        let reader = SourceReader(sandbox: sandbox.mode)
        let films = try movies.map { movie in
            try reader.describe(
                path: movie,
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
