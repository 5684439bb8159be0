import ArgumentParser
import Confinement
import Foundation
import Intake
import Jobs
import Media
import Platform
import Storage
import Worker

/// `granary still`: a still of a film, or a part of a still.
struct Still: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a HEIC still of a film, also with its movie, or a sequence; or cut a part out of a still.",
        discussion: """
            Decodes one frame and encodes it by itself: 8 bits in Main Still Picture (brand heic), HDR in Main 10 \
            (brand heix). Colour and HDR metadata stay those of the film. Another decoder decodes what was written and \
            compares it with the encoder's pictures. --best and --scene decode the whole film, choose a sharp and well \
            lit frame that is not next to a cut and no mixture of two, and say why.

            Stills of 4096 samples or more consist of tiles. With --crop the source is a HEIC file, and only the tiles \
            that the part needs are decoded.

            --pair also makes a QuickTime movie of the 3 seconds around the frame, with the film's audio. Photo \
            libraries show both as one. --sequence makes one file of all frames of some seconds.

            Examples:
              granary still film.mov -o poster.heic
              granary still film.mov -o poster.heic --at 12.5s --quality 90 --thumbnail 320
              granary still film.mov -o poster.heic --scene 4 --size 1920x1080 --bytes 200k
              granary still hdr.mov -o poster.heic --hdr sdr
              granary still film.mov -o IMG_1.heic --at 12.5s --pair
              granary still film.mov -o wave.heic --sequence --from 3s --to 5s --size 640x640
              granary still photo.heic --crop 100,100,512,512 -o part.heic

            Exit codes: 0 done, 3 what was written decodes to other pictures, 64 usage, 65 the source cannot be read, \
            66 there is no such file, 73 the output cannot be created.
            """
    )

    @Argument(help: ArgumentHelp("The film, or the HEIC file to cut.", valueName: "film"), completion: .file())
    var film: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The new still; its name ends in .heic or .heif, or in .heics.", valueName: "file"),
        completion: .file(extensions: ["heic", "heif", "heics"])
    )
    var output: String

    @OptionGroup var options: StillOptions

    @OptionGroup var motion: StillMotionOptions

    @Flag(help: "Replace the output if it exists.")
    var overwrite = false

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @OptionGroup var sandbox: SandboxOptions

    func validate() throws {
        _ = try options.request()
        _ = try options.part()
        _ = try motion.times(options)
        switch URL(filePath: output).pathExtension.lowercased() {
        case "heic", "heif", "hif": break
        case "heics", "heifs":
            guard motion.sequence else { throw ValidationError("Names in .heics are for --sequence.") }
        case "avif":
            throw ValidationError("Granary encodes HEVC, and AVIF holds AV1: name the output .heic.")
        case "jpg", "jpeg", "png":
            throw ValidationError("Granary writes no JPEG or PNG: name the output .heic, and convert that.")
        default: throw ValidationError("The name of a still ends in .heic, not '\(output)'.")
        }
    }

    func run() throws {
        guard FileManager.default.fileExists(atPath: film) else {
            throw FileFailure(missing: film, attempted: "make a still")
        }
        let target = URL(filePath: output)
        let folder = target.deletingLastPathComponent().path
        let outputs = [target.path] + (motion.pair ? [StillMotionOptions.movie(of: target.path)] : [])
        for path in outputs {
            try WorkError.check(output: path, of: film, replacesFile: overwrite, attempted: "make a still")
        }
        let packet = try options.packet()
        // libx265 keeps notes about a clip in small files.
        let notes = motion.pair || motion.sequence ? PrivateFolder(in: Self.memoryPlace) : nil
        try sandbox.confine(
            readable: [film],
            writable: [folder] + (notes.map { [$0.path] } ?? []),
            tidied: notes == nil ? [] : [Self.memoryPlace],
            computingSeconds: Self.computingSeconds
        )
        let (outcome, movie) = try made(packet, notes: notes?.path ?? Self.memoryPlace)
        if let movie {
            let name = URL(filePath: outputs[1]).lastPathComponent
            try Publication.replaceDocument(movie.bytes, as: name, in: folder)
        }
        try Publication.replaceDocument(outcome.bytes, as: target.lastPathComponent, in: folder)
        if json { return try StandardOutput.write(json: outcome) }
        StandardOutput.write(outcome.text)
    }

    private static let memoryPlace = "/dev/shm"
    /// Processor time in which nothing may be read: a large still in many tiles is encoded several times.
    private static let computingSeconds = 7200.0

    private func made(_ packet: String?, notes: String) throws -> (outcome: StillOutcome, movie: StillMovie?) {
        let software = "Granary \(BuildIdentity.granaryVersion)"
        let request = try options.request()
        if let part = try options.part() {
            let still = try ImagePart(
                path: film,
                left: part.left,
                top: part.top,
                size: part.size,
                amount: request.amount,
                software: software
            ).make()
            return (StillOutcome(output: output, still), nil)
        }
        let source = try FilmProbe.describe(path: film, hashWholeFile: false)
        if let times = try motion.times(options) {
            var sequence = try FilmSequence(
                source,
                request,
                from: times.from,
                to: times.to,
                software: software,
                memoryFolder: notes
            )
            sequence.isSequenceFirst = output.lowercased().hasSuffix("s")
            return (StillOutcome(output: output, try sequence.make()), nil)
        }
        var still = try FilmStill(source, request, software: software)
        still.xmp = packet
        guard motion.pair else { return (StillOutcome(output: output, try still.make()), nil) }
        let pair = try StillPair(still, memoryFolder: notes)
        let path = StillMotionOptions.movie(of: output)
        return (StillOutcome(output: output, pair, movie: path), pair.movie)
    }
}
