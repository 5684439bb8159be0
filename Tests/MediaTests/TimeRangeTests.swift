import Foundation
import Media
import Testing

@Suite("TimeRange")
struct TimeRangeTests {
    private func range(_ start: Int64, _ end: Int64) -> TimeRange {
        TimeRange(start: MediaTime(value: start, timescale: 24), end: MediaTime(value: end, timescale: 24))
    }

    @Test("it includes its start, but not its end")
    func halfOpen() {
        let range = range(24, 48)
        #expect(range.contains(MediaTime(value: 1, timescale: 1)))
        #expect(range.contains(MediaTime(value: 47, timescale: 24)))
        #expect(!range.contains(MediaTime(value: 2, timescale: 1)))
        #expect(!range.contains(MediaTime(value: 23, timescale: 24)))
        #expect(range.duration == MediaTime(value: 1, timescale: 1))
    }

    @Test("adjacent ranges do not overlap")
    func overlap() {
        #expect(!range(0, 24).overlaps(range(24, 48)))
        #expect(!range(24, 48).overlaps(range(0, 24)))
        #expect(range(0, 25).overlaps(range(24, 48)))
        #expect(range(0, 100).overlaps(range(24, 48)))
    }

    @Test("an empty range contains nothing")
    func empty() {
        #expect(range(5, 5).isEmpty)
        #expect(!range(5, 5).contains(MediaTime(value: 5, timescale: 24)))
        #expect(!range(5, 6).isEmpty)
    }

    @Test("a range that ends before it starts is refused")
    func coding() throws {
        let data = try JSONEncoder().encode(range(24, 48))
        #expect(try JSONDecoder().decode(TimeRange.self, from: data) == range(24, 48))
        let reversed = Data(#"{"start":[2,1],"end":[1,1]}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TimeRange.self, from: reversed) }
    }
}
