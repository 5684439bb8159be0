import Foundation
import Media
import TestSupport
import Testing

@Suite("MediaTime")
struct MediaTimeTests {
    @Test("times are equal, with equal hashes, if they mean the same instant")
    func equality() {
        #expect(MediaTime(value: 1, timescale: 2) == MediaTime(value: 2, timescale: 4))
        #expect(MediaTime(value: 1001, timescale: 30000) != MediaTime(value: 3003, timescale: 90001))
        #expect(MediaTime(value: 0, timescale: 7) == .zero)
        let set: Set = [MediaTime(value: 3, timescale: 6), MediaTime(value: 500, timescale: 1000), .zero]
        #expect(set.count == 2)
    }

    @Test("times are ordered even if products overflow 64 bits")
    func order() {
        let late = MediaTime(value: .max, timescale: 1)
        let early = MediaTime(value: .max, timescale: .max)
        #expect(early < late)
        #expect(MediaTime(value: .min, timescale: 1) < MediaTime(value: .min, timescale: 2))
        #expect(MediaTime(value: -1, timescale: 3) < MediaTime(value: -1, timescale: 4))
        #expect(!(late < late))
    }

    @Test("sums and differences are exact for all timescales")
    func arithmetic() {
        let frame = MediaTime(value: 1001, timescale: 30000)
        let packet = MediaTime(value: 1024, timescale: 48000)
        let sum = frame + packet
        #expect(sum == MediaTime(value: 1001 * 8 + 1024 * 5, timescale: 240_000))
        #expect(sum - packet == frame)
        #expect(frame - frame == .zero)
        #expect((0..<30000).reduce(MediaTime.zero) { time, _ in time + frame } == MediaTime(value: 1001, timescale: 1))
    }

    @Test("a time changes its timescale exactly or not at all")
    func exactly() {
        let time = MediaTime(value: 1, timescale: 24)
        #expect(time.exactly(in: 12288)?.value == 512)
        #expect(time.exactly(in: 1000) == nil)
        #expect(MediaTime(value: -3, timescale: 600).exactly(in: 200)?.value == -1)
        #expect(MediaTime(value: .max, timescale: 1).exactly(in: 2) == nil)
        #expect(MediaTime(value: .min, timescale: 1).exactly(in: 2) == nil)
        #expect(MediaTime(value: .min, timescale: 1).exactly(in: 1)?.value == .min)
    }

    @Test(
        "rounding goes to the nearest tick, halves away from zero",
        arguments: [(1, 2, 1), (-1, 2, -1), (1, 3, 0), (2, 3, 1), (-2, 3, -1), (7, 2, 4), (-7, 2, -4), (0, 5, 0)]
            as [(Int64, Int32, Int64)]
    )
    func rounded(value: Int64, timescale: Int32, expected: Int64) {
        #expect(MediaTime(value: value, timescale: timescale).rounded(to: 1).value == expected)
    }

    @Test("rounding saturates instead of overflowing")
    func saturates() {
        #expect(MediaTime(value: .max, timescale: 1).rounded(to: 90000).value == .max)
        #expect(MediaTime(value: .min, timescale: 1).rounded(to: 90000).value == .min)
        #expect(MediaTime(value: .max - 1, timescale: 90000).rounded(to: 90000).value == .max - 1)
    }

    @Test("lowest terms")
    func reduced() {
        let time = MediaTime(value: 90090, timescale: 90000).reduced
        #expect(time.value == 1001 && time.timescale == 1000)
        #expect(MediaTime(value: 0, timescale: 90000).reduced.timescale == 1)
    }

    @Test("it is written as two integers, and a timescale of zero is refused")
    func coding() throws {
        let data = try JSONEncoder().encode(MediaTime(value: -5, timescale: 24))
        #expect(String(decoding: data, as: UTF8.self) == "[-5,24]")
        #expect(try JSONDecoder().decode(MediaTime.self, from: data) == MediaTime(value: -5, timescale: 24))
        for text in ["[1,0]", "[1,-24]", "[1]", "[1,99999999999]", "{}"] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(MediaTime.self, from: Data(text.utf8)) }
        }
    }

    @Test("a timescale of zero is a programming error")
    func precondition() throws {
        let quietly = ["SWIFT_BACKTRACE": "enable=no"]
        let outcome = try Tool.built("doomed").run(["timescale-zero"], environment: quietly)
        #expect(outcome.status < 0 && outcome.output.isEmpty)
    }
}
