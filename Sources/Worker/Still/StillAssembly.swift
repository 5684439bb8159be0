import HEIF
import ISOMedia
import Media

/// Puts an image and what belongs to it into a file of the requested size.
struct StillAssembly {
    /// All of the file but its image.
    var rest = StillDescription([])
    /// How the file says that the image is turned.
    var turn = PictureTurn.none
    /// The ICC profile; nil for none.
    var profile: [UInt8]?
    /// Tiles that are encoded at the same time, or threads for a single picture.
    var workers = 1
    /// Takes each image in order, once it is certain that it is in the file.
    var tell: (StillResult.Image) -> Void = { _ in }
    /// For errors.
    let path: String

    /// Quantisers for a limit of bytes, in parts of 1: from 0 to 51. One step is less than half a percent of the bytes.
    private static let steps = 0...51 * stepsPerQuantiser
    private static let stepsPerQuantiser = 32

    /// The quantiser for a quality from 0 to 100: 10 for 100, 50 for 0.
    static func quantiser(ofQuality quality: Double) -> Double { 50 - quality * 0.4 }

    /// The rate factor of a clip that a request for a still gives: the quantiser of its quality, or of the standard
    /// quality if a number of bytes limits the still.
    static func rateFactor(of request: StillRequest) -> Double {
        if case .quality(let quality) = request.amount { return quantiser(ofQuality: quality) }
        return quantiser(ofQuality: StillRequest.standardQuality)
    }

    /// The file with an image or several, of which the first one is primary. It is read again and must have no finding.
    func still(_ codings: [StillCoding], _ amount: StillRequest.Amount) throws -> StillResult {
        let still =
            switch amount {
            case .quality(let quality):
                try self.still(codings, quantiser: Self.quantiser(ofQuality: quality), tell).still
            case .bytes(let limit): try self.still(codings, atMost: limit)
            }
        let findings = try ImageFileInspection.parse(MemorySource(still.bytes)).findings
        guard findings.isEmpty else {
            throw stillFailure(.bug, path, "the file contradicts itself: \(findings.joined(separator: "; "))")
        }
        return still
    }

    private func still(
        _ codings: [StillCoding],
        quantiser: Double,
        _ tell: (StillResult.Image) -> Void
    ) throws -> (still: StillResult, images: [StillResult.Image]) {
        var whole = rest
        var images: [StillResult.Image] = []
        for (index, coding) in codings.enumerated() {
            var image = try coding.image(quantiser: quantiser, workers: workers)
            image.turn = turn
            image.profile = profile
            whole.images.append(image)
            let told = StillResult.Image(
                index: index,
                size: image.size,
                tileCount: image.pictures.count,
                byteCount: image.pictures.reduce(0) { $0 + $1.count }
            )
            images.append(told)
            tell(told)
        }
        guard let first = whole.images.first else { throw stillFailure(.bug, path, "it has no image") }
        let still = StillResult(
            bytes: try whole.file().layOut().bytes,
            size: turn.turned(first.size),
            imageCount: whole.images.count,
            tileCount: first.pictures.count,
            quantiser: quantiser
        )
        return (still, images)
    }

    /// The file of the best quality that fits.
    private func still(_ codings: [StillCoding], atMost limit: Int) throws -> StillResult {
        var (low, high) = (Self.steps.lowerBound, Self.steps.upperBound)
        var best: (still: StillResult, images: [StillResult.Image])?
        while low <= high {
            let middle = (low + high) / 2
            let candidate = try still(codings, quantiser: Double(middle) / Double(Self.stepsPerQuantiser)) { _ in }
            if candidate.still.bytes.count <= limit {
                best = candidate
                high = middle - 1
            } else {
                low = middle + 1
            }
        }
        guard let best else {
            throw stillFailure(
                .badInput,
                path,
                "\(counted(codings.count, "image")) of \(codings[0].tiling.size) cannot have \(limit) bytes",
                "allow more bytes, or choose a smaller size"
            )
        }
        best.images.forEach(tell)
        return best.still
    }
}
