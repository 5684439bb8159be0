import Media
import Testing

@testable import ISOMedia

/// A file of which only the header exists: everything after it is read as zeros.
private struct SparseSource: ByteSource {
    let header: [UInt8]
    let byteCount: UInt64

    func read(at offset: UInt64, count: Int) throws(MovieError) -> [UInt8] {
        guard offset <= byteCount, UInt64(count) <= byteCount - offset else {
            throw MovieError(.unreadable, "sparse", "beyond the end")
        }
        let start = Int(min(offset, UInt64(header.count)))
        let present = header[start..<min(start + count, header.count)]
        return Array(present) + Array(repeating: 0, count: count - present.count)
    }
}

@Suite struct LayoutTests {
    private func check(_ layout: MovieLayout, tracks: Int) throws -> MovieDescription {
        var (end, next) = (UInt64(layout.header.count), Array(repeating: 0, count: tracks))
        for chunk in layout.chunks {
            #expect(chunk.fileOffset == end)
            #expect(chunk.samples.lowerBound == next[chunk.track])
            #expect(!chunk.samples.isEmpty)
            next[chunk.track] = chunk.samples.upperBound
            end += chunk.byteCount
        }
        #expect(layout.totalByteCount == end)
        let movie = try MovieInspection.parse(SparseSource(header: layout.header, byteCount: end))
        #expect(movie.findings == [])
        #expect(movie.boxes.map(\.type) == ["ftyp", "moov", "mdat"])
        for (index, track) in movie.tracks.enumerated() {
            let samples = try #require(track.samples)
            #expect(samples.count == next[index])
            var offsets: [UInt64] = []
            for sample in samples { offsets.append(sample.offset) }
            for chunk in layout.chunks where chunk.track == index {
                #expect(offsets[chunk.samples.lowerBound] == chunk.fileOffset)
            }
        }
        return movie
    }

    private func muxer(audio: Int = 1) throws -> MovieMuxer {
        let tracks = (0..<audio).map { _ in Fixture.aac(presentedFrom: 0) }
        return try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: tracks))
    }

    private func append(_ muxer: inout MovieMuxer, frames: Int, byteCount: Int) throws {
        for index in 0..<frames {
            try muxer.appendVideo(
                byteCount: byteCount,
                decodeTick: Int64(index),
                duration: 1,
                compositionOffset: 0,
                flags: index == 0 ? .sync : [],
                nalUnitType: index == 0 ? 20 : 1
            )
        }
    }

    @Test("tracks alternate every half second, the video first")
    func interleaving() throws {
        var muxer = try muxer(audio: 2)
        try append(&muxer, frames: 36, byteCount: 10)
        for track in 0..<2 {
            for _ in 0..<71 { try muxer.appendAudio(track: track, byteCount: 5, duration: 1024) }
        }
        let layout = try muxer.finish()
        #expect(layout.chunks.map(\.track) == [0, 1, 2, 0, 1, 2, 0, 1, 2])
        #expect(layout.chunks.filter { $0.track == 0 }.map(\.samples.count) == [12, 12, 12])
        #expect(layout.chunks.filter { $0.track == 1 }.map(\.samples) == [0..<24, 24..<47, 47..<71])
        _ = try check(layout, tracks: 3)
    }

    @Test("audio that starts late or has priming is stored next to the pictures of the same time")
    func lateAudio() throws {
        let late = Fixture.aac(presentedFrom: 0, start: MediaTime(value: 1, timescale: 1))
        let primed = Fixture.aac(presentedFrom: 24000)
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), audio: [late, primed]))
        try append(&muxer, frames: 48, byteCount: 10)
        for track in 0..<2 {
            for _ in 0..<40 { try muxer.appendAudio(track: track, byteCount: 5, duration: 1024) }
        }
        let layout = try muxer.finish()
        #expect(layout.chunks.map(\.track) == [2, 0, 2, 0, 0, 1, 0, 1])
        _ = try check(layout, tracks: 3)
    }

    @Test("beyond 4 GiB mdat has a 64-bit size and each track that needs it 64-bit offsets")
    func large() throws {
        var muxer = try muxer(audio: 2)
        try append(&muxer, frames: 240, byteCount: 30_000_000)
        // The first audio track continues to the end, the second stops after a second.
        for _ in 0..<468 { try muxer.appendAudio(track: 0, byteCount: 500, duration: 1024) }
        for _ in 0..<46 { try muxer.appendAudio(track: 1, byteCount: 500, duration: 1024) }
        let layout = try muxer.finish()
        #expect(layout.totalByteCount > 7_200_000_000)
        let movie = try check(layout, tracks: 3)
        #expect(movie.tracks.map { $0.samples?.hasLargeOffsets } == [true, true, false])
        let data = try #require(movie.boxes.last)
        #expect(data.headerByteCount == 16)
        #expect(data.byteCount == 240 * 30_000_000 + 514 * 500 + 16)
        #expect(movie.tracks[0].byteCount == 7_200_000_000)
        #expect(movie.tracks[0].video?.bitRate?.maximum == .max)
    }

    /// A movie with these chunks: 12 frames, `filler` bytes of audio, 12 frames, one byte of audio.
    private func fourChunks(_ frames: (first: Int, second: Int), filler: Int) throws -> MovieLayout {
        var muxer = try muxer()
        for index in 0..<24 {
            try muxer.appendVideo(
                byteCount: index < 12 ? frames.first : frames.second,
                decodeTick: Int64(index),
                duration: 1,
                compositionOffset: 0,
                flags: index == 0 ? .sync : [],
                nalUnitType: index == 0 ? 20 : 1
            )
        }
        try muxer.appendAudio(track: 0, byteCount: filler, duration: 36000)
        try muxer.appendAudio(track: 0, byteCount: 1, duration: 1024)
        return try muxer.finish()
    }

    @Test("64-bit offsets start with the first offset that needs them", arguments: -12...12)
    func boundary(_ distance: Int) throws {
        let frames = (170_000_000, 170_000_000)
        // With 32-bit offsets the last packet starts at 2^32 - 1 + distance.
        let probe = try fourChunks(frames, filler: 2)
        let last = try #require(probe.chunks.last).fileOffset
        let layout = try fourChunks(frames, filler: Int(UInt64(UInt32.max) - last) + 2 + distance)
        let movie = try check(layout, tracks: 2)
        #expect(movie.tracks.map { $0.samples?.hasLargeOffsets } == [false, distance > 0])
        // Two offsets grew by four bytes each.
        #expect(layout.header.count - probe.header.count == (distance > 0 ? 8 : 0))
        #expect(layout.chunks.last?.fileOffset == UInt64(Int(UInt32.max) + distance + (distance > 0 ? 8 : 0)))
    }

    @Test("a header that grows for one track may move the offsets of another track over the limit", arguments: 0...12)
    func chainReaction(_ distance: Int) throws {
        // The last packet is far beyond 2^32, so the two offsets of the audio grow by eight bytes in total. Before
        // that, the last frames start at 2^32 - 1 - distance.
        let frames = (350_000_000, 1_000_000)
        let probe = try fourChunks(frames, filler: 80_000_000)
        #expect(probe.totalByteCount < UInt64(UInt32.max))
        let last = try #require(probe.chunks.last { $0.track == 0 }).fileOffset
        // The 64-bit size of mdat, which the probe does not have, takes eight bytes, too.
        let filler = 80_000_000 + Int(UInt64(UInt32.max) - last) - 8 - distance
        let layout = try fourChunks(frames, filler: filler)
        let movie = try check(layout, tracks: 2)
        let isVideoWide = distance < 8
        #expect(movie.tracks.map { $0.samples?.hasLargeOffsets } == [isVideoWide, true])
        let start = try #require(layout.chunks.last { $0.track == 0 }).fileOffset
        #expect(start == UInt64(Int(UInt32.max) + 8 - distance + (isVideoWide ? 8 : 0)))
    }

    @Test("a million samples take memory only for their sizes, and are iterated in order")
    func many() throws {
        var muxer = try muxer(audio: 0)
        try append(&muxer, frames: 1_000_000, byteCount: 3)
        let layout = try muxer.finish()
        #expect(layout.chunks.count == 83334)
        let movie = try MovieInspection.parse(SparseSource(header: layout.header, byteCount: layout.totalByteCount))
        #expect(movie.findings == [])
        #expect(movie.tracks[0].byteCount == 3_000_000)
        // Equal sizes and durations take one entry, a byte of sdtp each, and four bytes for each chunk.
        #expect(layout.header.count < 1_000_000 + 83334 * 4 + 2000)
    }
}
