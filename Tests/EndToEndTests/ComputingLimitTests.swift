import Testing

@testable import granary

@Suite("The limit on computing without reading")
struct ComputingLimitTests {
    @Test("only processor time since the last read exceeds the limit")
    func limit() {
        var limit = ComputingLimit(seconds: 10, readByteCount: 1000, usedSeconds: 2)
        // The check itself reads a few bytes, too.
        for (count, used, isExceeded) in [
            (2000, 11.0, false), (3000, 12.5, true), (3000, 12.5, true), (50_000, 12.6, false), (51_000, 22, false),
            (52_000, 22.7, true),
        ] {
            let found = limit.isExceeded(readByteCount: Int64(count), usedSeconds: used)
            #expect(found == isExceeded, "\(count) bytes, \(used) s")
        }
    }

    @Test("a process that waits does not exceed the limit")
    func waiting() {
        var limit = ComputingLimit(seconds: 10, readByteCount: 1000, usedSeconds: 2)
        for _ in 0..<10_000 {
            let isExceeded = limit.isExceeded(readByteCount: 1000, usedSeconds: 3)
            #expect(!isExceeded)
        }
    }
}
