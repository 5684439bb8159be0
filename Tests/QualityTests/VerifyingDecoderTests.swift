import Checksums
import Media
import Quality
import TestSupport
import Testing

@Suite(
    "The verifying decoder",
    .temporaryFolder,
    .enabled(if: Tool.arePresent("x265", "ffmpeg"), "x265's command line or ffmpeg is not installed")
)
struct VerifyingDecoderTests {
    /// Hash and tag of each picture in output order.
    struct Output: Equatable {
        var hashes: [PictureHash] = []
        var tags: [Int64] = []
        var levels: Set<Int> = []
    }

    private func decode(
        _ samples: [[UInt8]],
        _ sets: ParameterSets,
        with decoder: VerifyingDecoder
    ) throws -> Output {
        var output = Output()
        let take = { (picture: borrowing DecodedPicture) in
            output.hashes.append(picture.hash())
            output.tags.append(picture.tag)
            output.levels.insert(picture.temporalLevel)
        }
        try decoder.configure(sets)
        for (index, sample) in samples.enumerated() {
            try decoder.decode(sample, tag: Int64(index), output: take)
        }
        try decoder.flush(output: take)
        return output
    }

    @Test(
        "its pictures equal those that x265 or FFmpeg reconstructed bit for bit, in order",
        arguments: PixelFormat.allCases
    )
    func matchesReconstruction(format: PixelFormat) throws {
        // 152x90 is not a multiple of the coding block, so the conformance window crops.
        let film = SyntheticFilm(size: PictureSize(width: 152, height: 90), format: format, count: 20, cuts: [9])
        let encoded = try EncodedFilm(film, options: ["--keyint", "10"], in: TemporaryFolder.current)
        let decoder = try VerifyingDecoder()
        let output = try decode(encoded.samples, encoded.parameterSets, with: decoder)
        #expect(encoded.samples.count == 20)
        #expect(output.hashes == encoded.hashes)
        #expect(output.tags.sorted() == (0..<20).map(Int64.init))
        #expect(output.tags != output.tags.sorted(), "the stream reorders, so tags come in another order")
        #expect(decoder.warnings.isEmpty)
    }

    @Test("planes can be read in place, copied, and compared", arguments: PixelFormat.allCases)
    func lendsPlanes(format: PixelFormat) throws {
        let film = SyntheticFilm(size: PictureSize(width: 152, height: 90), format: format, count: 3)
        let encoded = try EncodedFilm(film, in: TemporaryFolder.current)
        let decoder = try VerifyingDecoder()
        var copies: [Picture] = []
        var comparisons: [PictureComparison] = []
        let take = { (picture: borrowing DecodedPicture) in
            let frame = copies.count
            #expect(picture.format == format)
            #expect(picture.size == film.size)
            copies.append(picture.picture(frame: frame, presentationTime: .zero, duration: .zero))
            comparisons.append(try PictureComparison(of: picture, against: film.picture(frame)))
        }
        try decoder.configure(encoded.parameterSets)
        for sample in encoded.samples { try decoder.decode(sample, tag: 0, output: take) }
        try decoder.flush(output: take)
        try #require(copies.count == encoded.reconstruction.count)
        for (copy, expected) in zip(copies, encoded.reconstruction) {
            let isEqual = copy.storage == expected.storage
            #expect(isEqual, "frame \(expected.frame)")
        }
        let expected = try encoded.reconstruction.map { try PictureComparison(of: $0, against: film.picture($0.frame)) }
        #expect(comparisons == expected)
        #expect(comparisons.allSatisfy { $0.ssim < 1 && $0.psnr(ofPlane: 0) > 20 })
    }

    @Test("a highest temporal level leaves out the higher sub-layers")
    func limitsTemporalLevel() throws {
        let film = SyntheticFilm(count: 16)
        let layers = try #require(Tool("x265")).x265Options(levels: 2)
        let options = layers + ["--b-adapt", "0", "--bframes", "3", "--b-pyramid"]
        let encoded = try EncodedFilm(film, options: options, in: TemporaryFolder.current)
        let whole = try decode(encoded.samples, encoded.parameterSets, with: VerifyingDecoder())
        let base = try decode(encoded.samples, encoded.parameterSets, with: VerifyingDecoder(highestTemporalLevel: 0))
        #expect(whole.hashes == encoded.hashes)
        #expect(whole.levels == [0, 1])
        #expect(base.levels == [0])
        #expect(base.hashes.count < whole.hashes.count)
        let kept = zip(whole.hashes, whole.tags).filter { base.tags.contains($0.1) }.map(\.0)
        #expect(base.hashes == kept, "the base layer decodes alone, bit for bit")
    }

    @Test("with output at once each picture comes in the call of its sample")
    func outputAtOnce() throws {
        let encoded = try EncodedFilm(SyntheticFilm(count: 12), in: TemporaryFolder.current)
        let ordered = try decode(encoded.samples, encoded.parameterSets, with: VerifyingDecoder())
        let decoder = try VerifyingDecoder(withholdsDamaged: true)
        try decoder.configure(encoded.parameterSets)
        var hashes: [Int64: PictureHash] = [:]
        for (index, sample) in encoded.samples.enumerated() {
            var tags: [Int64] = []
            // Safe: bytes have no padding between them.
            try decoder.decode(unsafe sample.span.bytes, tag: Int64(index), isOutputAtOnce: true) { picture in
                tags.append(picture.tag)
                hashes[picture.tag] = picture.hash()
            }
            #expect(tags == [Int64(index)])
        }
        #expect(ordered.tags.map { hashes[$0] } == ordered.hashes)
        #expect(decoder.takeWarnings().isEmpty)

        // Without the first picture all others refer to damage.
        let lost = try VerifyingDecoder(withholdsDamaged: true)
        try lost.configure(encoded.parameterSets)
        var count = 0
        for sample in encoded.samples.dropFirst() {
            // Safe: as above.
            try lost.decode(unsafe sample.span.bytes, tag: 0, isOutputAtOnce: true) { _ in count += 1 }
        }
        #expect(count == 0)
    }

    @Test("one flipped bit of a slice changes a hash or a count, or is refused")
    func noticesFlippedBits() throws {
        let film = SyntheticFilm(count: 8)
        let encoded = try EncodedFilm(film, in: TemporaryFolder.current)
        for sample in [0, 1, 3, 5] {
            var samples = encoded.samples
            let byte = samples[sample].count * 2 / 3
            samples[sample][byte] ^= 0x10
            let decoder = try VerifyingDecoder()
            let output = try? decode(samples, encoded.parameterSets, with: decoder)
            #expect(output?.hashes != encoded.hashes, "bit of byte \(byte) in sample \(sample)")
        }
    }

    @Test("a dropped sample and swapped samples are detected")
    func noticesOrder() throws {
        let film = SyntheticFilm(count: 8)
        let encoded = try EncodedFilm(film, options: ["--bframes", "0"], in: TemporaryFolder.current)
        var dropped = encoded.samples
        dropped.remove(at: 3)
        let dropOutput = try? decode(dropped, encoded.parameterSets, with: VerifyingDecoder())
        #expect(dropOutput?.hashes != encoded.hashes)

        var swapped = encoded.samples
        swapped.swapAt(3, 4)
        let swapOutput = try? decode(swapped, encoded.parameterSets, with: VerifyingDecoder())
        #expect(swapOutput?.hashes != encoded.hashes)
    }

    @Test("samples without their parameter sets give warnings, with their tags, and no picture")
    func reportsWarnings() throws {
        let encoded = try EncodedFilm(SyntheticFilm(count: 2), in: TemporaryFolder.current)
        let decoder = try VerifyingDecoder()
        var pictures = 0
        do {
            for (index, sample) in encoded.samples.enumerated() {
                try decoder.decode(sample, tag: Int64(index)) { _ in pictures += 1 }
            }
            try decoder.flush { _ in pictures += 1 }
        } catch let error as DecodeError {
            #expect(error.code == .decoderFailed)
        }
        #expect(pictures == 0)
        #expect(decoder.warnings.first?.tag == 0)
        #expect(decoder.warnings.allSatisfy { $0.code >= 1000 && !$0.text.isEmpty })
    }

    @Test("an error of the callback ends the call")
    func passesFailureOn() throws {
        struct Stop: Error {}
        let encoded = try EncodedFilm(SyntheticFilm(count: 2), in: TemporaryFolder.current)
        let decoder = try VerifyingDecoder()
        try decoder.configure(encoded.parameterSets)
        #expect(throws: Stop.self) {
            for sample in encoded.samples { try decoder.decode(sample, tag: 0) { _ in throw Stop() } }
            try decoder.flush { _ in throw Stop() }
        }
    }
}

@Suite("The verifying decoder with invalid data")
struct VerifyingDecoderRubbishTests {
    @Test(
        "invalid lengths are refused before libde265 gets them",
        arguments: [
            [], [0], [0, 0, 0, 4], [0, 0, 0, 0, 1, 2], [0, 0, 0, 1, 2], [0, 0, 0, 9, 38, 1, 175],
            [255, 255, 255, 255, 38, 1], [0, 0, 0, 2, 38, 1, 0],
        ] as [[UInt8]]
    )
    func refusesMalformedSamples(sample: [UInt8]) throws {
        let decoder = try VerifyingDecoder()
        do {
            try decoder.decode(sample, tag: 7) { _ in }
            Issue.record("it was taken")
        } catch let error as DecodeError {
            #expect(error.code == .malformedSample)
            #expect(error.tag == 7)
            #expect(error.kind == .verification)
            #expect(error.explanation.contains("sample 7"))
        }
    }

    @Test("noise gives an error, warnings or no picture, and never a crash", arguments: 0..<40)
    func survivesNoise(seed: Int) throws {
        var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
        var unit: [UInt8] = [UInt8([38, 2, 40, 64, 66, 68, 78][seed % 7]), 1]
        for _ in 0..<200 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            unit.append(UInt8(truncatingIfNeeded: state))
        }
        let decoder = try VerifyingDecoder()
        var pictures = 0
        do {
            try decoder.decode([0, 0, 0, UInt8(unit.count)] + unit, tag: 0) { _ in pictures += 1 }
            try decoder.flush { _ in pictures += 1 }
        } catch is DecodeError {
            pictures = 0
        }
        #expect(pictures == 0)
    }
}

extension VerifyingDecoder {
    /// Decodes a sample in an array.
    fileprivate func decode(
        _ sample: [UInt8],
        tag: Int64,
        output: (borrowing DecodedPicture) throws -> Void
    ) throws {
        // Safe: bytes have no padding between them.
        try decode(unsafe sample.span.bytes, tag: tag, output: output)
    }
}
