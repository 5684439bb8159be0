import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

/// Films that differ, as one source.
@Suite(
    "Films that differ become one",
    .temporaryFolder,
    .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command")
)
struct CompositionTests {
    private func film(
        _ name: String,
        _ size: String,
        frames: Int = 6,
        rate: Int = 24,
        video: [String] = ["-c:v", "ffv1", "-pix_fmt", "yuv420p"]
    ) throws -> SourceDescription {
        let path = try FFmpegTool.film(
            name,
            video: ["-frames:v", "\(frames)"] + video,
            picture: "testsrc2=size=\(size):rate=\(rate):duration=4"
        )
        return try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    private func pictures(_ source: SourceDescription, _ outputs: [PictureConversion]? = nil) throws -> [Picture] {
        let reader =
            try outputs.map { try FilmReader(source: source, outputs: $0) } ?? FilmReader(source: source)
        let sequence = try reader.pictures(in: 0..<source.video.timeline.count)
        var pictures: [Picture] = []
        while let picture = try sequence.next() { pictures.append(picture) }
        #expect(pictures.count == source.video.timeline.count)
        return pictures
    }

    /// A sample of a picture of 8 bits.
    private func sample(_ picture: Picture, plane: Int, x: Int, y: Int) -> UInt8 {
        picture.storage[picture.byteRange(ofPlane: plane).lowerBound + y * picture.stride(ofPlane: plane) + x]
    }

    @Test("pictures that need no scaling are the same to the bit in their frame, and the rest is black")
    func frame() throws {
        let films = [try film("a.mkv", "96x64"), try film("b.mkv", "64x48"), try film("c.mkv", "128x128")]
        let joined = try FilmProbe.joined(films)
        #expect(joined.video.size == PictureSize(width: 96, height: 64))
        let all = try pictures(joined)
        #expect(all[..<6].map(\.storage) == (try pictures(films[0])).map(\.storage))
        let place = try #require(films[1].placement(in: joined.video.size)?.place)
        #expect(place == PictureRegion(left: 16, top: 8, size: PictureSize(width: 64, height: 48)))
        for (picture, own) in zip(all[6..<12], try pictures(films[1])) {
            for plane in 0..<3 {
                let shift = plane == 0 ? 0 : 1
                for y in 0..<64 >> shift {
                    for x in 0..<96 >> shift {
                        let (column, row) = (x - (place.left >> shift), y - (place.top >> shift))
                        let isInside = (0..<64 >> shift).contains(column) && (0..<48 >> shift).contains(row)
                        let expected =
                            isInside ? sample(own, plane: plane, x: column, y: row) : plane == 0 ? 16 : 128
                        #expect(sample(picture, plane: plane, x: x, y: y) == expected)
                    }
                }
            }
        }
        // A square of 64x64 in the middle.
        for picture in all[12...] {
            #expect(sample(picture, plane: 0, x: 15, y: 30) == 16 && sample(picture, plane: 0, x: 80, y: 30) == 16)
        }
    }

    @Test(
        "turned pictures are those of ffmpeg's filters",
        arguments: [
            ("transpose=clock", true, true, false), ("transpose=cclock", true, false, true),
            ("transpose=cclock_flip", true, false, false), ("transpose=clock_flip", true, true, true),
            ("hflip", false, true, false), ("vflip", false, false, true), ("hflip,vflip", false, true, true),
        ]
    )
    func turns(filter: String, isTransposed: Bool, horizontally: Bool, vertically: Bool) throws {
        let turn = PictureTurn(
            isTransposed: isTransposed,
            flipsHorizontally: horizontally,
            flipsVertically: vertically
        )
        let source = try film("a.mkv", "96x64", frames: 2, video: ["-c:v", "ffv1", "-pix_fmt", "yuv444p"])
        let turned = TemporaryFolder.current.appending(path: "turned.mkv").path
        try FFmpegTool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-i", source.path, "-vf", filter, "-c:v", "ffv1", turned]
        )
        let peer = try FilmProbe.describe(path: turned, hashWholeFile: false)
        var conversion = PictureConversion(source.video)
        conversion.turn = turn
        conversion.size = turn.turned(source.video.size)
        let ours = try pictures(source, [conversion])
        // The same way to 4:2:0.
        for (own, other) in zip(ours, try pictures(peer)) {
            #expect(own.size == other.size)
            for plane in 0..<3 {
                let left = own.storage[own.byteRange(ofPlane: plane)]
                let right = other.storage[other.byteRange(ofPlane: plane)]
                let far = zip(left, right).filter { abs(Int($0) - Int($1)) > (plane == 0 ? 0 : 1) }.count
                #expect(far == 0, "plane \(plane)")
            }
        }
    }

    @Test("films at another rate show each frame at its time, in any range")
    func repetition() throws {
        let films = [try film("a.mkv", "64x48", frames: 24), try film("b.mkv", "64x48", frames: 30, rate: 30)]
        let rate = FrameRate(frames: 25, seconds: 1)
        let joined = try FilmProbe.joined(try films.map { try FilmProbe.repeated($0, at: rate) })
        #expect(joined.video.timeline.count == 50 && joined.video.timeline.hasConstantRate)
        let own = try films.map { try Reading.hashes(FilmReader(source: $0), 0..<$0.video.timeline.count) }
        // floor((n + 1/2) / 25 * rate)
        let first = (0..<25).map { (2 * $0 + 1) * 24 / 50 }
        let second = (0..<25).map { (2 * $0 + 1) * 30 / 50 }
        let wanted = first.map { own[0][$0] } + second.map { own[1][$0] }
        #expect(try Reading.hashes(FilmReader(source: joined), 0..<50) == wanted)
        for seed in UInt64(1)...4 {
            let reader = try FilmReader(source: joined)
            for range in Reading.partition(50, parts: 9, seed: seed) {
                #expect(try Reading.hashes(reader, range) == Array(wanted[range]), "frames \(range)")
            }
        }
        let part = try FilmProbe.cut(joined, to: 10..<40)
        #expect(try Reading.hashes(FilmReader(source: part), 0..<30) == Array(wanted[10..<40]))
        // One film alone is composed too, and another rate is another source.
        let alone = try FilmProbe.joined([try FilmProbe.repeated(films[0], at: rate)])
        #expect(alone.films?.count == 1 && alone.video.timeline.count == 25)
        let other = try FilmProbe.joined([try FilmProbe.repeated(films[0], at: FrameRate(frames: 50, seconds: 1))])
        #expect(alone.identity != films[0].identity && alone.identity != other.identity)
    }

    @Test("chroma moves to the place that is asked for, and stays where it is there already")
    func chroma() throws {
        let source = try film(
            "a.mkv",
            "96x64",
            frames: 1,
            video: ["-c:v", "ffv1", "-pix_fmt", "yuv420p", "-chroma_sample_location", "left"]
        )
        var conversion = PictureConversion(source.video)
        let plain = try pictures(source, [conversion])
        conversion.chromaLocation = 0
        #expect(try pictures(source, [conversion]).map(\.storage) == plain.map(\.storage))
        conversion.chromaLocation = 1
        let moved = try pictures(source, [conversion])
        let luma = plain[0].byteRange(ofPlane: 0)
        #expect(moved[0].storage[luma] == plain[0].storage[luma] && moved[0].storage != plain[0].storage)
    }

    @Test("how pictures fit, and whether they are enlarged, makes another source")
    func identity() throws {
        let films = [try film("a.mkv", "96x64"), try film("b.mkv", "64x48")]
        var hashes: Set<String> = []
        for fit in [nil] + FrameFit.allCases.map(Optional.some) {
            for isEnlarged in [nil, true] {
                var changed = films
                (changed[1].fit, changed[1].isEnlarged) = (fit, isEnlarged)
                hashes.insert(try FilmProbe.joined(changed).identity.contentHash)
            }
        }
        #expect(hashes.count == 8)
        var alone = films[0]
        alone.fit = .crop
        #expect(try FilmProbe.joined([alone]).films?.count == 1)
        #expect(try FilmProbe.joined([films[0]]) == films[0])
    }

    @Test("the user says the colours of a film that does not")
    func colours() throws {
        let plain = try film("a.mkv", "64x48")
        #expect(plain.video.colour == ColourDescription())
        let sdr = ColourDescription(primaries: 1, transfer: 1, matrix: 1)
        let told = try FilmProbe.describe(path: plain.path, hashWholeFile: false, reading: SourceReading(colour: sdr))
        #expect(told.video.colour.hasColours(of: sdr) && told.reading?.colour == sdr)
        #expect(try Reading.hashes(FilmReader(source: told), 0..<6) == Reading.hashes(FilmReader(source: plain), 0..<6))
    }
}
