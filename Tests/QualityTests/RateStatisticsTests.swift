import Quality
import Testing

@Suite("BD-rates of several clips")
struct RateStatisticsTests {
    private static func clips(_ fractions: [Double?], kind: String = "film") -> [RateStatistics.Clip] {
        fractions.enumerated().map { index, fraction in
            RateStatistics.Clip(
                name: "clip \(index)",
                kind: kind,
                outcome: fraction.map { .fraction($0, overlap: 1) } ?? .none(.noOverlap)
            )
        }
    }

    @Test("the mean includes the clips with a figure, and the others are named")
    func mean() throws {
        let statistics = try #require(RateStatistics(Self.clips([-0.1, nil, -0.02, 0.06])))
        #expect(abs(statistics.mean - -0.02) < 1e-15)
        #expect(statistics.count == 3 && statistics.missing == ["clip 1"])
        #expect(RateStatistics(Self.clips([nil, nil])) == nil && RateStatistics([]) == nil)
    }

    @Test("the interval includes the mean, is reproducible in any order, and is narrower with more clips")
    func interval() throws {
        let few = try #require(RateStatistics(Self.clips([-0.1, -0.05, 0, 0.05, 0.1])))
        let range = try #require(few.interval)
        #expect(range.contains(few.mean) && range.lowerBound > -0.1 && range.upperBound < 0.1)
        #expect(few.interval == RateStatistics(Self.clips([0.1, -0.05, 0.05, -0.1, 0]))?.interval)
        let many = try #require(
            RateStatistics(Self.clips(Array(repeating: [-0.1, -0.05, 0, 0.05, 0.1], count: 8).flatMap(\.self)))?
                .interval
        )
        #expect(many.upperBound - many.lowerBound < (range.upperBound - range.lowerBound) / 2)
    }

    @Test("with many clips the interval is that of the normal distribution within a tenth")
    func normalLaw() throws {
        // 100 clips with a standard deviation of 0.1 (50 on each side): 1.96 * 0.1 / 10 on each side.
        let clips = Self.clips((0..<100).map { $0 % 2 == 0 ? 0.1 : -0.1 })
        let range = try #require(RateStatistics(clips)?.interval)
        #expect(abs(range.upperBound - 0.0196) < 0.002 && abs(range.lowerBound + 0.0196) < 0.002)
    }

    @Test("fewer than five clips have no interval, and equal clips have one of width 0")
    func ends() throws {
        #expect(RateStatistics(Self.clips([-0.1]))?.interval == nil)
        #expect(RateStatistics(Self.clips([-0.1, 0, 0.1, 0.2]))?.interval == nil)
        #expect(RateStatistics(Self.clips([0.25, 0.25, 0.25, 0.25, 0.25]))?.interval == 0.25...0.25)
    }

    @Test("kinds of film are separate, and one without figures is left out")
    func kinds() {
        let clips =
            Self.clips([-0.1], kind: "sport") + Self.clips([nil], kind: "hdr") + Self.clips([0.2, 0.1], kind: "film")
        let kinds = RateStatistics.byKind(clips)
        #expect(kinds.map(\.kind) == ["film", "sport"])
        #expect(kinds.map(\.statistics.count) == [2, 1])
    }

    @Test("figures are signed percentages, and a missing figure has a reason")
    func words() throws {
        #expect(
            BDRate.words(-0.0421) == "-4.21 %" && BDRate.words(0.5) == "+50.00 %" && BDRate.words(-0.00001) == "+0.00 %"
        )
        #expect(BDRate.Outcome.none(.noOverlap).description == "the curves do not overlap")
        let statistics = try #require(RateStatistics(Self.clips([0.25, 0.25, nil])))
        #expect(statistics.description == "+25.00 % (2 clips, 1 without a figure)")
        let five = try #require(RateStatistics(Self.clips([0.25, 0.25, 0.25, 0.25, 0.25])))
        #expect(five.description == "+25.00 % (+25.00 % to +25.00 %, 5 clips)")
    }
}
