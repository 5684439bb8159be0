import Checksums
import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

/// Reading whole films for comparison.
enum Reading {
    /// Hashes of the pictures of a range, after a check that each frame comes once and in order.
    static func hashes(_ reader: FilmReader, _ frames: Range<Int>) throws -> [PictureHash] {
        let pictures = try reader.pictures(in: frames)
        var hashes: [PictureHash] = []
        while let picture = try pictures.next() {
            #expect(picture.frame == frames.lowerBound + hashes.count)
            #expect(picture.presentationTime == reader.source.video.timeline.time(of: picture.frame))
            var hasher = PictureHasher()
            unsafe hasher.update(picture.storage.span.bytes)
            hashes.append(hasher.finish())
        }
        #expect(hashes.count == frames.count)
        return hashes
    }

    /// SHA-256 of the first pictures of a film.
    static func digests(_ source: SourceDescription, limit: Int = 10_000) throws -> [String] {
        let pictures = try FilmReader(source: source).pictures(in: 0..<min(source.video.timeline.count, limit))
        var digests: [String] = []
        while let picture = try pictures.next() { unsafe digests.append(SHA256Digest.of(picture.storage.span.bytes)) }
        return digests
    }

    /// Splits a film at random but repeatable places, and shuffles the parts.
    static func partition(_ count: Int, parts: Int, seed: UInt64) -> [Range<Int>] {
        var generator = SeededGenerator(seed: seed)
        let cuts = Set((1..<max(parts, 2)).map { _ in Int.random(in: 0...count, using: &generator) } + [0, count])
        let sorted = cuts.sorted()
        return zip(sorted, sorted.dropFirst()).map { $0..<$1 }.shuffled(using: &generator)
    }

    /// Decodes a film in random parts and compares every picture with one decode from start to end.
    static func expectSamePictures(of path: String, parts: Int, seeds: ClosedRange<UInt64>) throws {
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let count = source.video.timeline.count
        let whole = try hashes(FilmReader(source: source), 0..<count)
        for seed in seeds {
            let reader = try FilmReader(source: source)
            for range in partition(count, parts: parts, seed: seed) {
                let part = try hashes(reader, range)
                #expect(part == Array(whole[range]), "frames \(range) of \(path)")
            }
        }
    }
}
