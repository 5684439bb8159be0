import ArgumentParser
import Foundation
import Jobs
import Media
import Worker

/// Which still is made, and how.
struct StillOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The frame that is shown at this time, as in 12.5s or 1.5m.", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("The best frame of this scene, from 1.", valueName: "number"))
    var scene: Int?

    @Flag(help: "The best frame of the film. This is the default.")
    var best = false

    @Option(help: ArgumentHelp("A box that the still fits into. Default: the size of the film.", valueName: "size"))
    var size: String?

    @Option(help: ArgumentHelp("Quality from 0 to 100; default: 75.", valueName: "number"))
    var quality: Double?

    @Option(
        help: ArgumentHelp("Most bytes of the file, as in 950, 200k or 1.5M: the best that fits.", valueName: "bytes")
    )
    var bytes: String?

    @Option(help: ArgumentHelp("Add a thumbnail whose longer side has so many samples.", valueName: "samples"))
    var thumbnail: Int?

    @Option(
        help: ArgumentHelp(
            "Make tiles with sides of so many samples, a multiple of 64. Default: 512 from 4096 samples on, else none.",
            valueName: "samples"
        )
    )
    var grid: Int?

    @Option(help: ArgumentHelp("That frame and the ones after it, so many images in one file.", valueName: "number"))
    var burst: Int?

    @Option(
        help: ArgumentHelp("sdr makes an SDR still of an HDR film; auto keeps HDR.", valueName: "range"),
        completion: .list(["auto", "sdr"])
    )
    var hdr: String?

    @Option(
        help: ArgumentHelp("Add this XMP packet to the still: a file of XML, at most 1 MB.", valueName: "file"),
        completion: .file(extensions: ["xmp", "xml"])
    )
    var xmp: String?

    @Option(
        help: ArgumentHelp("Cut this part out of a HEIC still, as it is shown.", valueName: "left,top,width,height")
    )
    var crop: String?

    /// The part of a still; nil for a still of a film. Throws if the option is invalid, or others contradict it.
    func part() throws -> (left: Int, top: Int, size: PictureSize)? {
        guard let crop else { return nil }
        let isOfFilm =
            at != nil || scene != nil || best || size != nil || thumbnail != nil || grid != nil || hdr != nil
            || burst != nil || xmp != nil
        guard !isOfFilm else { throw ValidationError("With --crop, only --quality and --bytes can be chosen.") }
        let numbers = crop.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count == 4, numbers.allSatisfy((0...1 << 17).contains) else {
            throw ValidationError("--crop takes left, top, width and height, as in 100,100,512,512, not '\(crop)'.")
        }
        return (numbers[0], numbers[1], PictureSize(width: numbers[2], height: numbers[3]))
    }

    /// The XMP packet, which must be read before the process is confined; nil for none.
    func packet() throws -> String? {
        guard let xmp else { return nil }
        let attempted = "read an XMP packet"
        guard let file = FileHandle(forReadingAtPath: xmp) else {
            throw FileFailure(missing: xmp, attempted: attempted)
        }
        let bytes = try file.read(upToCount: Self.packetLimit + 1) ?? Data()
        guard bytes.count <= Self.packetLimit, let text = String(validating: bytes, as: UTF8.self),
            text.contains("<rdf:RDF")
        else {
            throw FileFailure(
                kind: .badInput,
                attempted: attempted,
                subject: xmp,
                cause: "it is no XML in UTF-8 of at most \(Self.packetLimit) bytes with an element rdf:RDF",
                remedy: "name an .xmp file"
            )
        }
        return text
    }

    private static let packetLimit = 1_000_000

    /// The request. Throws if an option is invalid, or two contradict each other.
    func request() throws -> StillRequest {
        var request = StillRequest()
        guard [at != nil, scene != nil, best].count(where: \.self) <= 1 else {
            throw ValidationError("Choose one of --at, --scene and --best.")
        }
        if let at {
            guard let time = Quantity.time(at) else {
                throw ValidationError("--at takes a time, as in 12.5s or 1.5m, not '\(at)'.")
            }
            request.moment = .time(time)
        }
        if let scene {
            guard scene > 0 else { throw ValidationError("Scenes are counted from 1.") }
            request.moment = .scene(scene)
        }
        if let size {
            guard let box = Quantity.size(size) else {
                throw ValidationError("--size takes a width and a height, as in 1920x1080, not '\(size)'.")
            }
            request.box = box
        }
        request.amount = try amount() ?? request.amount
        if let thumbnail {
            guard StillRequest.thumbnailSides.contains(thumbnail) else {
                throw ValidationError("--thumbnail takes \(Self.words(StillRequest.thumbnailSides)) samples.")
            }
            request.thumbnailSide = thumbnail
        }
        if let grid {
            guard StillRequest.tileSides.contains(grid), grid % 64 == 0 else {
                throw ValidationError("--grid takes a multiple of 64, \(Self.words(StillRequest.tileSides)).")
            }
            request.tileSide = grid
        }
        if let burst {
            guard (2...StillRequest.mostImages).contains(burst) else {
                throw ValidationError("--burst takes \(Self.words(2...StillRequest.mostImages)) images.")
            }
            request.imageCount = burst
        }
        guard [nil, "auto", "sdr"].contains(hdr) else {
            throw ValidationError("--hdr takes auto or sdr, not '\(hdr ?? "")'.")
        }
        request.isToneMapped = hdr == "sdr"
        return request
    }

    /// How many bytes, if that is given.
    private func amount() throws -> StillRequest.Amount? {
        guard quality == nil || bytes == nil else { throw ValidationError("Choose one of --quality and --bytes.") }
        if let bytes {
            guard let count = Quantity.byteCount(bytes) else {
                throw ValidationError("--bytes takes a number of bytes, as in 950, 200k or 1.5M, not '\(bytes)'.")
            }
            return .bytes(count)
        }
        guard let quality else { return nil }
        guard (0...100).contains(quality) else { throw ValidationError("--quality takes 0 to 100.") }
        return .quality(quality)
    }

    private static func words(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
}
