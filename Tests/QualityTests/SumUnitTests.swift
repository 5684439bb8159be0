import Media
import TestSupport
import Testing

@testable import Quality

@Suite(
    "Sums over samples, in Swift and by AVX2",
    .enabled(if: SumUnit.available.contains(.avx2), "AVX2 is not available")
)
struct SumUnitTests {
    /// Sizes of whole vectors, with a part of a vector at the edge, and below one vector.
    private static let sizes = [
        PictureSize(width: 64, height: 32), PictureSize(width: 70, height: 46), PictureSize(width: 32, height: 8),
        PictureSize(width: 34, height: 18), PictureSize(width: 14, height: 10), PictureSize(width: 16, height: 16),
    ]
    /// A size for the wide filters.
    private static let large = PictureSize(width: 2306, height: 1154)

    /// Pictures with noise over the whole range, with its two ends only, and with little noise; `dirt` also sets bits
    /// above the tenth.
    private static func picture(
        _ size: PictureSize,
        _ format: PixelFormat,
        seed: UInt64,
        kind: Int,
        dirt: Bool = false
    ) -> Picture {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let peak = UInt64(1 << format.bitDepth)
        var storage: [UInt8] = []
        storage.reserveCapacity(Picture.byteCount(format: format, size: size))
        for _ in 0..<Picture.byteCount(format: format, size: size) / format.bytesPerSample {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let value =
                switch kind {
                case 0: state >> 20 % peak
                case 1: state >> 20 & 1 == 0 ? 0 : peak - 1
                default: peak / 2 + state >> 20 & 3
                }
            storage.append(UInt8(truncatingIfNeeded: value))
            if format.bytesPerSample == 2 {
                storage.append(UInt8(truncatingIfNeeded: value >> 8) & 3 | (dirt ? UInt8(state >> 40 & 63) << 2 : 0))
            }
        }
        return Picture(
            format: format,
            size: size,
            frame: 0,
            presentationTime: .zero,
            duration: .zero,
            storage: storage
        )
    }

    /// Noise against noise, and the largest possible errors.
    private static let kinds = [(0, 0), (1, 1), (2, 0), (2, 2)]

    @Test("squared errors and SSIM are the same to the last bit", arguments: sizes, PixelFormat.allCases)
    func comparisons(size: PictureSize, format: PixelFormat) {
        for (number, kinds) in Self.kinds.enumerated() {
            let a = Self.picture(size, format, seed: UInt64(number + 1), kind: kinds.0)
            let b = Self.picture(size, format, seed: UInt64(number + 100), kind: kinds.1)
            for plane in 0..<3 {
                #expect(
                    SquaredError.sum(plane: plane, of: a, and: b, by: .avx2)
                        == SquaredError.sum(plane: plane, of: a, and: b, by: .portable)
                )
            }
            for blockSize in [4, 20, 64, 1 << 30] {
                let outcome = StructuralSimilarity.outcome(of: a, and: b, blockSize: blockSize, by: .avx2)
                #expect(
                    outcome == StructuralSimilarity.outcome(of: a, and: b, blockSize: blockSize, by: .portable)
                )
                #expect(outcome.errors.reduce(0, +) == SquaredError.sum(plane: 0, of: a, and: b, by: .portable))
            }
        }
    }

    @Test("blocks everywhere have the same activity and motion", arguments: sizes + [large], PixelFormat.allCases)
    func activity(size: PictureSize, format: PixelFormat) {
        for (number, kinds) in Self.kinds.enumerated() where size != Self.large || number == 0 {
            let planes = (0..<3).map { place in
                LumaPlane(
                    of: Self.picture(
                        size,
                        format,
                        seed: UInt64(number + 10 * place + 1),
                        kind: place == 0 ? kinds.0 : kinds.1
                    )
                )
            }
            for before in [(nil, nil), (planes[1], nil), (planes[1], planes[2])] as [(LumaPlane?, LumaPlane?)] {
                let (portable, vectors) = (
                    PictureActivity(of: planes[0], previous: before.0, beforePrevious: before.1, by: .portable),
                    PictureActivity(of: planes[0], previous: before.0, beforePrevious: before.1, by: .avx2)
                )
                let margin = portable.margin
                for block in Self.blocks(size, step: margin) {
                    #expect(vectors.firstDifference(block) == portable.firstDifference(block), "\(block)")
                    #expect(vectors.secondDifference(block) == portable.secondDifference(block), "\(block)")
                    let columns = max(block.column, margin)..<min(block.column + block.width, size.width - margin)
                    let rows = max(block.row, margin)..<min(block.row + block.height, size.height - margin)
                    #expect(
                        vectors.spatial(columns: columns, rows: rows) == portable.spatial(columns: columns, rows: rows),
                        "\(block)"
                    )
                }
            }
        }
    }

    /// The whole picture if it is small, and blocks of even sizes in its corners and elsewhere.
    private static func blocks(_ size: PictureSize, step: Int) -> [PlaneBlock] {
        let (width, height) = (min(size.width, 128), min(size.height, 96))
        var blocks = [PlaneBlock(column: 0, row: 0, width: width, height: height)]
        blocks.append(PlaneBlock(column: size.width - width, row: size.height - height, width: width, height: height))
        for columns in [12, 16, 18, 30, 32, 46] where columns + 2 <= size.width {
            blocks.append(PlaneBlock(column: 2, row: 2, width: columns, height: min(6, size.height - 4)))
            blocks.append(PlaneBlock(column: size.width - columns, row: size.height - 8, width: columns, height: 8))
        }
        return blocks
    }

    @Test("bits above the tenth of a damaged source are ignored", arguments: SumUnit.allCases)
    func dirt(unit: SumUnit) throws {
        let size = PictureSize(width: 70, height: 46)
        let clean = (1...3).map { Self.picture(size, .yuv420p10, seed: $0, kind: 0) }
        let dirty = (1...3).map { Self.picture(size, .yuv420p10, seed: $0, kind: 0, dirt: true) }
        #expect(clean[0].storage != dirty[0].storage)
        #expect(
            StructuralSimilarity.outcome(of: dirty[0], and: dirty[1], blockSize: 20, by: unit)
                == StructuralSimilarity.outcome(of: clean[0], and: clean[1], blockSize: 20, by: unit)
        )
        #expect(
            SquaredError.sum(plane: 1, of: dirty[0], and: dirty[1], by: unit)
                == SquaredError.sum(plane: 1, of: clean[0], and: clean[1], by: unit)
        )
        let activity = [clean, dirty].map { pictures in
            let planes = pictures.map { LumaPlane(of: $0) }
            let activity = PictureActivity(of: planes[0], previous: planes[1], beforePrevious: planes[2], by: unit)
            let block = PlaneBlock(column: 2, row: 2, width: 40, height: 20)
            return [
                activity.firstDifference(block), activity.secondDifference(block),
                activity.spatial(columns: 2..<42, rows: 2..<22),
            ]
        }
        #expect(activity[0] == activity[1])
    }

    @Test("sums of more than 32 bits are correct")
    func largestSums() {
        let size = PictureSize(width: 40_000, height: 16)
        let count = Picture.byteCount(format: .yuv420p10, size: size)
        func flat(_ low: UInt8, _ high: UInt8) -> Picture {
            Picture(
                format: .yuv420p10,
                size: size,
                frame: 0,
                presentationTime: .zero,
                duration: .zero,
                storage: (0..<count).map { $0 % 2 == 0 ? low : high }
            )
        }
        let (black, white) = (flat(0, 0), flat(0xFF, 3))
        for unit in SumUnit.available {
            #expect(SquaredError.sum(plane: 0, of: white, and: black, by: unit) == 40_000 * 16 * 1023 * 1023)
            let outcome = StructuralSimilarity.outcome(of: white, and: black, blockSize: 1 << 30, by: unit)
            #expect(outcome.errors == [40_000 * 16 * 1023 * 1023])
        }
    }

    @Test("a plane reuses its memory for the next picture, and padding between rows is not part of it")
    func planes() throws {
        let size = PictureSize(width: 64, height: 32)
        let pictures = (1...2).map { Self.picture(size, .yuv420p8, seed: $0, kind: 0) }
        let plane = LumaPlane(of: pictures[1], in: LumaPlane(of: pictures[0]))
        #expect(plane.samples == Array(pictures[1].storage.prefix(64 * 32)))
        #expect(LumaPlane(of: PaddedPicture(pictures[1], padding: 24)).samples == plane.samples)
    }
}

/// A picture with padding between its rows, like a decoder's.
private struct PaddedPicture: PlanarPicture {
    let format: PixelFormat
    let size: PictureSize
    private let planes: [[UInt8]]
    private let padding: Int

    init(_ picture: Picture, padding: Int) {
        (format, size, self.padding) = (picture.format, picture.size, padding)
        planes = (0..<3).map { plane in
            let rowBytes = picture.width(ofPlane: plane) * picture.format.bytesPerSample
            let bytes = Array(picture.storage[picture.byteRange(ofPlane: plane)])
            return stride(from: 0, to: bytes.count, by: rowBytes).flatMap { row in
                bytes[row..<row + rowBytes] + [UInt8](repeating: 0xAA, count: padding)
            }
        }
    }

    func withPlane<Result>(_ plane: Int, _ body: (RawSpan, Int) throws -> Result) rethrows -> Result {
        let samples = planes[plane]
        return try body(unsafe samples.span.bytes, width(ofPlane: plane) * format.bytesPerSample + padding)
    }
}
