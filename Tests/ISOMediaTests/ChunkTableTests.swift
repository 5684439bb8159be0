import Foundation
import Media
import TestSupport
import Testing

@testable import ISOMedia

/// Tables and boxes that readers interpret differently. They were found in files for which our reader had no finding,
/// while ffprobe read a different film.
@Suite("Chunk tables, data references and handlers") struct ChunkTableTests {
    private func movie() throws -> [UInt8] {
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video()))
        try Fixture.appendReordered(&muxer, frames: 30)
        return Fixture.file(try muxer.finish())
    }

    /// The first box of a type in a movie.
    private func box(_ path: FourCC..., in bytes: [UInt8]) throws -> BoxNode {
        var node: BoxNode?
        var boxes = try MovieInspection.parse(MemorySource(bytes)).boxes
        for type in path {
            node = boxes.first { $0.type == type }
            boxes = node?.children ?? []
        }
        return try #require(node)
    }

    @Test(
        "an impossible chunk table is a finding",
        arguments: [
            (12, 0, "'stsc' begins with chunk 0"), (12, 2, "'stsc' begins with chunk 2"),
            (12, 99_999, "'stsc' begins with chunk 99999"),
            (16, 0, "'stsc' has chunks without samples"), (16, 0x7000_0001, "'stsz' 30"),
            (20, 0, "'stsc' refers to sample entry 0 of 1"), (20, 8, "'stsc' refers to sample entry 8 of 1"),
        ] as [(Int, UInt32, String)]
    )
    func chunks(place: Int, value: UInt32, finding: String) throws {
        var bytes = try movie()
        #expect(try MovieInspection.parse(MemorySource(bytes)).findings == [])
        let table = try box("moov", "trak", "mdia", "minf", "stbl", "stsc", in: bytes)
        // Version and flags, count, then the first run.
        let start = Int(table.payload.lowerBound) + place - 4
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
        let findings = try MovieInspection.parse(MemorySource(bytes)).findings
        #expect(findings.contains { $0.contains(finding) }, "\(findings)")
    }

    @Test(
        "runs of chunks that are out of order, or that refer to missing chunks, are a finding",
        arguments: [([1, 3, 3], "is out of order"), ([1, 4], "refers to chunk 4 of 3")] as [([UInt32], String)]
    )
    func order(chunks: [UInt32], finding: String) throws {
        let runs = chunks.map { SampleToChunkBox.Run(firstChunk: $0, samplesPerChunk: 1) }
        var inspection = MovieInspection()
        let table = SampleTable(
            durations: TimeToSampleBox(),
            offsets: nil,
            chunks: SampleToChunkBox(runs: runs),
            sizes: SampleSizeBox(sizes: [1, 1, 1]),
            chunkOffsets: [0, 1, 2],
            hasLargeOffsets: false,
            syncSamples: nil,
            dependencies: nil,
            byteCount: 3
        )
        inspection.checkChunks(table, entries: 1, 1)
        #expect(inspection.findings == ["track 1: 'stsc' \(finding)"])
    }

    @Test("samples in another file, an unreadable data reference and a missing handler are findings")
    func references() throws {
        let sound = try movie()
        let reference = Int(try box("moov", "trak", "mdia", "minf", "dinf", "dref", in: sound).payload.lowerBound)
        func findings(_ change: (inout [UInt8]) -> Void) throws -> [String] {
            var bytes = sound
            change(&bytes)
            return try MovieInspection.parse(MemorySource(bytes)).findings
        }
        // The flags of the entry follow version, flags, count, and the entry's size and type.
        let elsewhere = try findings { $0[reference + 8 + 8 + 3] = 0 }
        #expect(elsewhere == ["track 1: its samples are in another file"])
        let damaged = try findings { $0[reference + 4] = 0x80 }
        #expect(damaged.contains("track 1: box 'dref' is missing or damaged"))
        let handler = Int(try box("moov", "trak", "mdia", "hdlr", in: sound).offset)
        let missing = try findings { $0[handler + 4] = UInt8(ascii: "x") }
        #expect(missing.contains("track 1: box 'hdlr' is missing or damaged"))
    }
}
