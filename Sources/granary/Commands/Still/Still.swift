import ArgumentParser
import Confinement
import Foundation
import Intake
import Jobs
import Media
import Storage
import Worker

/// `granary still`: a still of a film, or a part of a still.
struct Still: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a HEIC still of a film, or cut a part out of one.",
        discussion: """
            Decodes one frame and encodes it by itself: 8 bits in Main Still Picture (brand heic), HDR in Main 10 \
            (brand heix). Colour and HDR metadata stay those of the film. Another decoder decodes what was written and \
            compares it with the encoder's pictures. --best and --scene decode the whole film, choose a sharp and well \
            lit frame that is not next to a cut and no mixture of two, and say why.

            Stills of 4096 samples or more consist of tiles. With --crop the source is a HEIC file, and only the tiles \
            that the part needs are decoded.

            Examples:
              granary still film.mov -o poster.heic
              granary still film.mov -o poster.heic --at 12.5s --quality 90 --thumbnail 320
              granary still film.mov -o poster.heic --scene 4 --size 1920x1080 --bytes 200k
              granary still hdr.mov -o poster.heic --hdr sdr
              granary still photo.heic --crop 100,100,512,512 -o part.heic

            Exit codes: 0 done, 3 what was written decodes to other pictures, 64 usage, 65 the source cannot be read, \
            66 there is no such file, 73 the output cannot be created.
            """
    )

    @Argument(help: ArgumentHelp("The film, or the HEIC file to cut.", valueName: "film"), completion: .file())
    var film: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The new still; its name ends in .heic or .heif.", valueName: "file"),
        completion: .file(extensions: ["heic", "heif"])
    )
    var output: String

    @OptionGroup var options: StillOptions

    @Flag(help: "Replace the output if it exists.")
    var overwrite = false

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @OptionGroup var sandbox: SandboxOptions

    func validate() throws {
        _ = try options.request()
        _ = try options.part()
        switch URL(filePath: output).pathExtension.lowercased() {
        case "heic", "heif", "hif": break
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
        try WorkError.check(output: target.path, of: film, replacesFile: overwrite, attempted: "make a still")
        try sandbox.confine(readable: [film], writable: [folder])
        let outcome = StillOutcome(output: output, try made())
        try Publication.replaceDocument(outcome.bytes, as: target.lastPathComponent, in: folder)
        if json { return try StandardOutput.write(json: outcome) }
        StandardOutput.write(outcome.text)
    }

    private func made() throws -> StillResult {
        let software = "Granary \(BuildIdentity.granaryVersion)"
        let request = try options.request()
        if let part = try options.part() {
            return try ImagePart(
                path: film,
                left: part.left,
                top: part.top,
                size: part.size,
                amount: request.amount,
                software: software
            ).make()
        }
        let source = try FilmProbe.describe(path: film, hashWholeFile: false)
        return try FilmStill(source, request, software: software).make()
    }
}
