import HEVC
import Testing

@testable import ISOMedia

@Suite
struct InterleaverTests {
    /// What was written, shared by an interleaver and its test.
    private final class Written {
        var bytes: [UInt8] = []
    }

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

    private func interleaver(_ packets: [[[UInt8]]]) -> (Interleaver, Written) {
        let written = Written()
        written.bytes = layout.header
        var interleaver = Interleaver(layout: layout) { written.bytes += $0.copied() }
        var left = packets
        interleaver.nextPacket = { track in left[track].isEmpty ? nil : left[track].removeFirst() }
        return (interleaver, written)
    }

    private func write(_ sample: [UInt8], to interleaver: inout Interleaver) throws {
        try sample.withRawSpan { try interleaver.writeVideo($0) }
    }

    @Test("Audio of every track is written between the video samples as in the layout")
    func order() throws {
        var (interleaver, written) = interleaver([[[10], [11]], [[20, 21, 22], [23, 24, 25]]])
        for sample in 1...3 { try write([UInt8(sample), 0], to: &interleaver) }
        try interleaver.finish()
        let expected: [UInt8] = [0, 1, 0, 2, 0, 10, 3, 0, 20, 21, 22, 23, 24, 25, 11]
        #expect(written.bytes == expected)
    }

    @Test("A surplus video sample and a missing one are errors")
    func videoCount() throws {
        let packets: [[[UInt8]]] = [[[10], [11]], [[20, 21, 22], [23, 24, 25]]]
        var (many, _) = interleaver(packets)
        for sample in 1...3 { try write([UInt8(sample), 0], to: &many) }
        #expect(throws: MovieError.self) { try write([4, 0], to: &many) }
        var (few, _) = interleaver(packets)
        for sample in 1...2 { try write([UInt8(sample), 0], to: &few) }
        #expect(throws: MovieError.self) { try few.finish() }
    }

    @Test(
        "Audio that ends early or has other sizes than the layout is an error that names the track",
        arguments: [[[20, 21, 22]], [[20, 21], [22, 23, 24]]] as [[[UInt8]]]
    )
    func otherAudio(packets: [[UInt8]]) throws {
        var (interleaver, _) = interleaver([[[10], [11]], packets])
        for sample in 1...3 { try write([UInt8(sample), 0], to: &interleaver) }
        let error = #expect(throws: MovieError.self) { try interleaver.finish() }
        #expect(error?.subject == "audio track 2")
    }
}
