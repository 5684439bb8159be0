import Media
import Testing

@testable import Storage

@Suite("Frame statistics of x264")
struct AVCFrameStatisticsTests {
    /// Written by x264 0.164.3095 (--pass 1, with and without --slow-firstpass).
    static let lines = [
        "in:0 out:0 type:I dur:2 cpbdur:2 q:33.26 aq:19.30 tex:20184 mv:2545 misc:5863 imb:240 pmb:0 smb:0 d:- ref:;",
        "in:4 out:1 type:P dur:2 cpbdur:2 q:33.26 aq:27.01 tex:9521 mv:695 misc:216 imb:34 pmb:58 smb:148 d:- ref:0 ;",
        "in:2 out:2 type:B dur:2 cpbdur:2 q:33.26 aq:33.84 tex:4795 mv:723 misc:234 imb:7 pmb:71 smb:162 d:s ref:0 ;",
        "in:14 out:14 type:P dur:2 cpbdur:2 q:33.26 aq:23.43 tex:144 mv:342 misc:338 imb:68 pmb:4 smb:168 d:- "
            + "ref:12 0 4 0 0 0 0 w:4,33,-17 ;",
        "in:1 out:3 type:b dur:2 cpbdur:2 q:-1.50 aq:36.16 tex:0 mv:0 misc:231 imb:0 pmb:0 smb:240 d:t ref:5 0 "
            + "w:6,85,-5,6,60,1,61,-2 ;",
    ]

    @Test("a line of x264 is written back byte for byte", arguments: lines)
    func roundTrip(line: String) throws {
        let statistics = try #require(FrameStatistics(avcStatsLine: line))
        #expect(statistics.avcStatsLine == line)
        #expect(FrameStatistics(statsLine: line) == nil, "it is no line of x265")
    }

    @Test("each field has its value")
    func fields() throws {
        let statistics = try #require(FrameStatistics(avcStatsLine: Self.lines[3]))
        #expect((statistics.frame, statistics.encodeOrder, statistics.type) == (14, 14, .predicted))
        #expect((statistics.qpHundredths, statistics.aqQpHundredths) == (3326, 2343))
        #expect((statistics.textureBits, statistics.motionBits, statistics.miscBits) == (144, 342, 338))
        #expect(statistics.intraUnitsHundredths == 6800 && statistics.skippedUnitsHundredths == 16800)
        #expect(statistics.avc?.references == [12, 0, 4, 0, 0, 0, 0])
        #expect(statistics.avc?.weights == [4, 33, -17] && statistics.avc?.directMode == UInt8(ascii: "-"))
    }

    @Test("a shortened line is refused", arguments: lines)
    func shortened(line: String) {
        for count in 0..<line.count { #expect(FrameStatistics(avcStatsLine: String(line.prefix(count))) == nil) }
    }

    @Test(
        "what x264 would not write is refused",
        arguments: [
            lines[1] + " ", lines[1].replacing("d:-", with: "d:x"), lines[1].replacing("ref:0", with: "ref:00"),
            lines[3].replacing(",-17", with: ""), lines[1].replacing("imb:34", with: "imb:99999999"),
            lines[1].replacing("ref:0 ", with: "ref:" + String(repeating: "1 ", count: 65)),
            lines[1].replacing("in:4", with: "in:-4"),
        ]
    )
    func refused(line: String) { #expect(FrameStatistics(avcStatsLine: line) == nil) }

    @Test("a storage returns them as they were, and damage in them is found", arguments: lines)
    func stored(line: String) throws {
        let statistics = try #require(FrameStatistics(avcStatsLine: line))
        let record = FrameRecord(statistics: statistics, cutree: [1, 2, 3], compressedBits: 800)
        let bytes = record.record
        #expect(try FrameRecord(record: unsafe bytes.span.bytes) == record)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(throws: RecordFlaw.self) { try FrameRecord(record: unsafe other.span.bytes) }
        }
    }
}
