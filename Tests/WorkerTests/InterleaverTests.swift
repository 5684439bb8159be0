import Foundation
import HEVC
import TestSupport
import Testing

@testable import ISOMedia
@testable import Worker

@Suite(.temporaryFolder)
struct InterleaverTests {
    private let path = TemporaryFolder.current.appending(path: "film").path
    /// Video samples of 2 and audio packets of 1 and 3 bytes: V V, A, V, B B, A.
    private let layout: MovieLayout

    init() {
        var offset: UInt64 = 1
        func chunk(_ track: Int, _ samples: Range<Int>, _ byteCount: UInt64) -> MovieLayout.Chunk {
            defer { offset += byteCount }
            return MovieLayout.Chunk(track: track, samples: samples, fileOffset: offset, byteCount: byteCount)
        }
        let chunks = [
            chunk(0, 0..<2, 4), chunk(1, 0..<1, 1), chunk(0, 2..<3, 2), chunk(2, 0..<2, 6), chunk(1, 1..<2, 1),
        ]
        layout = MovieLayout(header: [0], chunks: chunks, totalByteCount: offset)
    }

    private func interleaver(_ packets: [[[UInt8]]], to path: String? = nil) throws -> (Interleaver, FilmFile) {
        let file = try FilmFile(creating: path ?? self.path, byteCount: layout.totalByteCount)
        try file.write(layout.header)
        var interleaver = Interleaver(layout: layout, file: file)
        var left = packets
        interleaver.nextPacket = { track in left[track].isEmpty ? nil : left[track].removeFirst() }
        return (interleaver, file)
    }

    private func write(_ sample: [UInt8], to interleaver: inout Interleaver) throws {
        try sample.withRawSpan { try interleaver.writeVideo($0) }
    }

    @Test("Audio of every track is written between the video samples as in the layout")
    func order() throws {
        var (interleaver, file) = try interleaver([[[10], [11]], [[20, 21, 22], [23, 24, 25]]])
        for sample in 1...3 { try write([UInt8(sample), 0], to: &interleaver) }
        try interleaver.finish()
        _ = try file.finish()
        let expected: [UInt8] = [0, 1, 0, 2, 0, 10, 3, 0, 20, 21, 22, 23, 24, 25, 11]
        #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == expected)
    }

    @Test("A surplus video sample and a missing one are errors")
    func videoCount() throws {
        let packets: [[[UInt8]]] = [[[10], [11]], [[20, 21, 22], [23, 24, 25]]]
        var (many, _) = try interleaver(packets)
        for sample in 1...3 { try write([UInt8(sample), 0], to: &many) }
        #expect(throws: WorkError.self) { try write([4, 0], to: &many) }
        var (few, _) = try interleaver(packets, to: path + "-few")
        for sample in 1...2 { try write([UInt8(sample), 0], to: &few) }
        #expect(throws: WorkError.self) { try few.finish() }
    }

    @Test(
        "Audio that ends early or has other sizes than the layout is an error that names the track",
        arguments: [[[20, 21, 22]], [[20, 21], [22, 23, 24]]] as [[[UInt8]]]
    )
    func otherAudio(packets: [[UInt8]]) throws {
        var (interleaver, _) = try interleaver([[[10], [11]], packets])
        for sample in 1...3 { try write([UInt8(sample), 0], to: &interleaver) }
        let error = #expect(throws: WorkError.self) { try interleaver.finish() }
        #expect(error?.subject == "audio track 2")
    }
}
