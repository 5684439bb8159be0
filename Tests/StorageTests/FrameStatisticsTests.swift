import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Frame statistics")
struct FrameStatisticsTests {
    /// Written by x265 3.5 for a synthetic film of 24 frames (--pass 1 --slow-firstpass --b-pyramid).
    static let lines = [
        "in:0 out:0 type:I q:33.40 q-aq:28.25 q-noVbv:33.40 q-Rceq:1.00 tex:1803 mv:320 misc:46"
            + " icu:24.00 pcu:0.00 scu:0.00 sc:0 ;",
        "in:4 out:4 type:P q:33.40 q-aq:28.38 q-noVbv:33.40 q-Rceq:1.00 tex:184 mv:34 misc:41"
            + " icu:4.00 pcu:1.00 scu:19.00 sc:0 ;",
        "in:9 out:9 type:B q:34.54 q-aq:34.75 q-noVbv:34.54 q-Rceq:1.00 tex:0 mv:24 misc:2"
            + " icu:0.00 pcu:16.00 scu:8.00 sc:0 ;",
        "in:8 out:10 type:b q:35.67 q-aq:36.00 q-noVbv:35.67 q-Rceq:1.00 tex:0 mv:0 misc:3"
            + " icu:0.00 pcu:0.00 scu:24.00 sc:0 ;",
        "in:14 out:14 type:B q:34.54 q-aq:33.72 q-noVbv:34.54 q-Rceq:1.00 tex:444 mv:262 misc:77"
            + " icu:0.25 pcu:10.25 scu:13.50 sc:0 ;",
        "in:22 out:20 type:P q:33.40 q-aq:31.92 q-noVbv:33.40 q-Rceq:1.00 tex:1015 mv:257 misc:88"
            + " icu:2.25 pcu:19.50 scu:2.25 sc:0 ;",
    ]

    @Test("a line of x265 is written back byte for byte", arguments: lines)
    func roundTrip(line: String) throws {
        #expect(try #require(FrameStatistics(statsLine: line)).statsLine == line)
    }

    @Test("each field has its value")
    func fields() throws {
        let statistics = try #require(
            FrameStatistics(
                statsLine: "in:7 out:5 type:i q:-3.07 q-aq:2.50 q-noVbv:3.00 q-Rceq:4.01 tex:10 mv:20 misc:30"
                    + " icu:0.25 pcu:10.00 scu:13.75 sc:1 ;"
            )
        )
        #expect(statistics.frame == 7)
        #expect(statistics.encodeOrder == 5)
        #expect(statistics.type == .intra)
        #expect(statistics.qpHundredths == -307)
        #expect(statistics.aqQpHundredths == 250)
        #expect(statistics.noVbvQpHundredths == 300)
        #expect(statistics.rceQHundredths == 401)
        #expect(statistics.bits == 60)
        #expect(statistics.intraUnitsHundredths == 25)
        #expect(statistics.predictedUnitsHundredths == 1000)
        #expect(statistics.skippedUnitsHundredths == 1375)
        #expect(statistics.isSceneCut)
    }

    @Test(
        "with known written bits the statistics add up to them, and the shares of texture and motion stay",
        arguments: [(nil, 30), (55, 25), (70, 40), (20, 0)] as [(Int?, Int)]
    )
    func written(compressed: Int?, misc: Int) throws {
        let line =
            "in:7 out:5 type:P q:30.00 q-aq:2.50 q-noVbv:3.00 q-Rceq:4.01 tex:10 mv:20 misc:30"
            + " icu:0.25 pcu:10.00 scu:13.75 sc:0 ;"
        let statistics = try #require(FrameStatistics(statsLine: line))
        var expected = statistics
        expected.miscBits = misc
        #expect(FrameRecord(statistics: statistics, compressedBits: compressed).writtenStatistics == expected)
    }

    @Test("every value that a line can express is read back from it")
    func property() {
        var generator = SeededGenerator(seed: 1)
        for frame in 0..<500 {
            let statistics = FrameRecord.random(frame: frame, using: &generator).statistics
            #expect(FrameStatistics(statsLine: statistics.statsLine) == statistics)
        }
    }

    @Test("a line that lost or gained a byte is refused, or is written back as changed")
    func damage() {
        for line in FrameStatisticsTests.lines {
            let bytes = Array(line.utf8)
            for index in bytes.indices {
                var shorter = bytes
                shorter.remove(at: index)
                var longer = bytes
                longer.insert(UInt8(ascii: "+"), at: index)
                #expect(FrameStatistics(statsLine: String(decoding: longer, as: UTF8.self)) == nil)
                let text = String(decoding: shorter, as: UTF8.self)
                if let read = FrameStatistics(statsLine: text) { #expect(read.statsLine == text) }
                #expect(FrameStatistics(statsLine: String(decoding: bytes[..<index], as: UTF8.self)) == nil)
            }
        }
    }

    @Test(
        "numbers that x265 does not print are refused",
        arguments: [
            "in:-1 out:0", "in:01 out:0", "in:2147483648 out:0", "in:99999999999999999999999 out:0", "in:0x1 out:0",
            "in: out:0", "in:+1 out:0", "in:0  out:0",
        ]
    )
    func impossible(start: String) {
        let rest = FrameStatisticsTests.lines[0].dropFirst("in:0 out:0".count)
        #expect(FrameStatistics(statsLine: start + rest) == nil)
        #expect(FrameStatistics(statsLine: "in:0 out:0" + rest) != nil)
    }

    @Test("negative zero is read as zero")
    func negativeZero() throws {
        let line = FrameStatisticsTests.lines[3]
        let negative = line.replacing("icu:0.00", with: "icu:-0.00")
        #expect(try #require(FrameStatistics(statsLine: negative)).statsLine == line)
    }

    @Test("scaling rounds the three bit counts and changes nothing else")
    func scaling() throws {
        let statistics = try #require(FrameStatistics(statsLine: FrameStatisticsTests.lines[4]))
        #expect(statistics.scaled(by: 1) == statistics)
        let half = statistics.scaled(by: 0.5)
        #expect([half.textureBits, half.motionBits, half.miscBits] == [222, 131, 39])
        var restored = half
        (restored.textureBits, restored.motionBits, restored.miscBits) = (444, 262, 77)
        #expect(restored == statistics)
        #expect(statistics.scaled(by: 1e18).textureBits == Int(Int32.max))
    }

    @Test("quality is added by component, and divided to a mean")
    func quality() {
        let sum = FrameQuality(psnrY: 40, psnrU: 42, psnrV: 44, ssim: 0.5)
            .adding(FrameQuality(psnrY: 50, psnrU: 44, psnrV: 40, ssim: 1))
        #expect(sum == FrameQuality(psnrY: 90, psnrU: 86, psnrV: 84, ssim: 1.5))
        #expect(sum.divided(by: 2) == FrameQuality(psnrY: 45, psnrU: 43, psnrV: 42, ssim: 0.75))
    }
}
