import ArgumentParser
import Confinement
import Foundation
import Intake
import Jobs
import Media
import Platform
import Storage
import Worker

/// How the progress of a still is shown.
enum StillProgress: String, ExpressibleByArgument, CaseIterable {
    /// Events with a `type` key, on standard output.
    case json
    /// Nothing.
    case none
}

/// `granary still`: a still of a film, or a part of a still.
struct Still: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a HEIC still of a film, also with its movie, or a sequence; or cut a part out of a still.",
        discussion: """
            Decodes one frame and encodes it by itself: 8 bits in Main Still Picture (brand heic), HDR in Main 10 \
            (brand heix). Colour and HDR metadata stay those of the film. Another decoder decodes what was written and \
            compares it with the encoder's pictures. --best and --scene decode the whole film, choose a sharp and well \
            lit frame that is not next to a cut and no mixture of two, and say why.

            Stills of 4096 samples or more consist of tiles. The source may also be a HEIC file, which is encoded \
            anew. With --crop it must be one, and only the tiles that the part needs are decoded.

            --pair also makes a QuickTime movie of the 3 seconds around the frame, with the film's audio. Photo \
            libraries show both as one. --sequence makes one file of all frames of some seconds.

            --progress json prints `resolved` first, an `image` for each image in order, `movie` for that of a pair, \
            and `finished` or `failed` last. All lines have the same `jobID`.

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

    @Option(
        help: ArgumentHelp(
            "How progress is shown: json prints an event in each line, none nothing.",
            valueName: "progress"
        )
    )
    var progress = StillProgress.none

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Tiles encoded at the same time, or threads for a single picture; the bytes are the same."
                + " Default: one for each core.",
            valueName: "count"
        )
    )
    var workers: Int?

    @OptionGroup var sandbox: SandboxOptions

    func validate() throws {
        if let workers, !(1...1024).contains(workers) {
            throw ValidationError("--workers takes a number from 1 to 1024, not \(workers).")
        }
        if json, progress == .json { throw ValidationError("Choose one of --json and --progress json.") }
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
        // A program sees in all lines which still they are about.
        let id = UUID().uuidString
        func tell(_ event: StillEvent) {
            guard progress == .json else { return }
            do {
                try StandardOutput.writeLine(json: EventLine(jobID: id, event: event))
            } catch {
                StandardError.write("granary: an event cannot be written: \(error)\n")
            }
        }
        do {
            try make(tell)
        } catch {
            let failure = error as? any ExplainedError
            tell(
                .failed(
                    explanation: failure?.explanation ?? "\(error)",
                    exitCode: (failure?.kind ?? .bug).rawValue
                )
            )
            throw error
        }
    }

    private func make(_ tell: @escaping (StillEvent) -> Void) throws {
        // Before this process has limits.
        let workers = workers ?? MachineResources.current.coreCount
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
        let making = StillMaking(film: film, output: output, workers: workers, tell: tell)
        let (outcome, movie) = try making.make(options, motion, packet: packet, notes: notes?.path ?? Self.memoryPlace)
        if let movie {
            let name = URL(filePath: outputs[1]).lastPathComponent
            try Publication.replaceDocument(movie.bytes, as: name, in: folder)
        }
        try Publication.replaceDocument(outcome.bytes, as: target.lastPathComponent, in: folder)
        tell(.finished(outcome))
        if progress == .json { return }
        if json { return try StandardOutput.write(json: outcome) }
        StandardOutput.write(outcome.text)
    }

    private static let memoryPlace = "/dev/shm"
    /// Processor time in which nothing may be read: a large still in many tiles is encoded several times.
    private static let computingSeconds = 7200.0
}
