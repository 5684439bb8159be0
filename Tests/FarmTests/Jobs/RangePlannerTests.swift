import Jobs
import Media
import Testing

@Suite("Range planner")
struct RangePlannerTests {
    private static func seconds(_ value: Double) -> MediaTime {
        MediaTime(value: Int64(value * 1000), timescale: 1000)
    }

    private func limits(_ minimum: Double, _ maximum: Double, sceneCuts: Bool = true) -> RangeLimits {
        RangeLimits(minimum: Self.seconds(minimum), maximum: Self.seconds(maximum), sceneCuts: sceneCuts)
    }

    private func film(_ runs: (count: Int, duration: Int64)..., timescale: Int32 = 24) -> FrameTimeline {
        FrameTimeline(
            timescale: timescale,
            firstTick: 7,
            runs: runs.map { FrameTimeline.Run(count: $0.count, duration: $0.duration) }
        )!
    }

    private func starts(_ timeline: FrameTimeline, _ limits: RangeLimits, cuts: [Int] = []) -> [Int] {
        RangePlanner(timeline: timeline, limits: limits).ranges(sceneCuts: cuts).map(\.frames.lowerBound)
    }

    @Test("ranges start at scene cuts if the limits allow it")
    func atCuts() {
        let cuts = [200, 210, 400, 600]
        #expect(Set(starts(film((720, 1)), limits(1, 10), cuts: cuts).dropFirst()).isSubset(of: cuts))
        #expect(starts(film((720, 1)), limits(1, 10, sceneCuts: false), cuts: [200, 410, 600]) == [0, 240, 480])
    }

    @Test("a scene cut is preferred to a blind cut, even if the ranges become unequal")
    func avoidsBlindCuts() {
        #expect(starts(film((480, 1)), limits(1, 10), cuts: [240]) == [0, 240])
        #expect(starts(film((260, 1)), limits(1, 10), cuts: [24]) == [0, 24])
    }

    @Test("a long scene is cut into equal parts, as few as possible")
    func longScene() {
        let lengths = RangePlanner(timeline: film((24 * 36, 1)), limits: limits(1, 10)).ranges(sceneCuts: [])
            .map(\.frames.count)
        #expect(lengths.count == 4)
        #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 8)
    }

    @Test("a film of one frame, or shorter than the minimum, is one range")
    func shortFilms() {
        #expect(starts(film((1, 1)), limits(1, 10)) == [0])
        #expect(starts(film((5, 1)), limits(1, 10), cuts: [2]) == [0])
        #expect(starts(film((1, 100_000)), limits(1, 10)) == [0])
    }

    @Test("a frame that lasts for millions of years costs no more than another")
    func endlessFrame() {
        let timeline = film((48, 1), (1, 1 << 50), (48, 10))
        // Every five seconds of such a long film: 2^50 is 64 more than a multiple of the 120 ticks of that.
        let coarse = RangePlanner.coarseRanges(of: timeline).map(\.frames.lowerBound)
        #expect(coarse == [0, 48, 49, 61, 73, 85])
    }

    @Test("frames that are longer than the maximum range are separate ranges")
    func longFrames() {
        let ranges = RangePlanner(timeline: film((48, 1), (2, 24 * 30), (48, 1)), limits: limits(1, 10))
            .ranges(sceneCuts: [])
        #expect(ranges.map(\.frames).contains { $0.contains(48) && !$0.contains(49) })
    }

    @Test("equal limits give equal ranges")
    func equalLimits() {
        #expect(starts(film((960, 1)), limits(10, 10)) == [0, 240, 480, 720])
    }

    @Test("cuts that are outside the film, duplicated or out of order are harmless")
    func strangeCuts() {
        let timeline = film((720, 1))
        let plain = starts(timeline, limits(1, 10), cuts: [200, 400])
        #expect(starts(timeline, limits(1, 10), cuts: [400, -5, 200, 200, 0, 720, 9999, .max, .min]) == plain)
    }

    @Test("any film is covered without gaps, within the limits, the same way each time", arguments: 0..<60)
    func properties(seed: Int) {
        var random = Linear(state: UInt64(seed) &* 7919 &+ 1)
        let timescale = [Int32(24), 600, 24000, 90000][random.next(4)]
        let isVariable = random.next(2) == 1
        var runs: [FrameTimeline.Run] = []
        for _ in 0..<(isVariable ? 1 + random.next(40) : 1) {
            let duration = Int64(max(Int(timescale) / (20 + random.next(80)), 1))
            runs.append(FrameTimeline.Run(count: 1 + random.next(600), duration: duration))
        }
        let timeline = FrameTimeline(timescale: timescale, firstTick: Int64(random.next(100)), runs: runs)!
        let minimum = 0.5 + Double(random.next(20)) / 10
        let limits = limits(minimum, minimum * (2.5 + Double(random.next(50)) / 10))
        let cuts = (0..<random.next(60)).map { _ in random.next(timeline.count + 20) }
        let ranges = RangePlanner(timeline: timeline, limits: limits).ranges(sceneCuts: cuts)

        var next = 0
        for (index, range) in ranges.enumerated() {
            #expect(range.index == index && range.frames.lowerBound == next && !range.frames.isEmpty)
            #expect(range.timeRange == timeline.timeRange(of: range.frames))
            let lastFrame = timeline.duration(of: range.frames.upperBound - 1)
            #expect(range.timeRange.duration - lastFrame < limits.maximum)
            #expect(range.timeRange.duration + lastFrame >= limits.minimum || ranges.count == 1)
            next = range.frames.upperBound
        }
        #expect(next == timeline.count)
        #expect(RangePlanner(timeline: timeline, limits: limits).ranges(sceneCuts: cuts.reversed()) == ranges)
    }

    @Test("with a period, ranges start at its multiples and still cover the film", arguments: [2, 4, 8, 16])
    func period(_ period: Int) {
        let cuts = [100, 150, 310, 500, 503, 700, 810, 1000, 1200, 1300, 1438, 1439]
        for count in [1, period - 1, period, period + 1, 239, 1440] where count > 0 {
            let planner = RangePlanner(timeline: film((count, 1)), limits: limits(1, 10), period: period)
            let ranges = planner.ranges(sceneCuts: cuts)
            #expect(ranges.first?.frames.lowerBound == 0 && ranges.last?.frames.upperBound == count)
            for (range, next) in zip(ranges, ranges.dropFirst()) {
                #expect(range.frames.upperBound == next.frames.lowerBound && !range.frames.isEmpty)
                #expect(next.frames.lowerBound % period == 0)
                #expect(range.frames.count <= 240)
            }
        }
        // The cut is made at the nearest valid position.
        let starts = RangePlanner(timeline: film((470, 1)), limits: limits(1, 10), period: period)
            .ranges(sceneCuts: [237]).map(\.frames.lowerBound)
        #expect(starts.count == 2 && starts.allSatisfy { $0 == 0 || ($0 - 237).magnitude <= period / 2 })
    }

    @Test("no division of a small film has fewer blind cuts", arguments: 0..<25)
    func optimal(seed: Int) {
        var random = Linear(state: UInt64(seed) &* 104729 &+ 3)
        let count = 20 + random.next(40)
        let timeline = film((count, 1), timescale: 1)
        let limits = limits(3, 8)
        let cuts = Set((0..<random.next(12)).map { _ in 1 + random.next(count - 1) })
        let found = starts(timeline, limits, cuts: Array(cuts)).dropFirst().count { !cuts.contains($0) }
        // Every division of so few frames can be tried: the fewest blind cuts up to each frame.
        var fewest = [0] + [Int](repeating: .max / 2, count: count)
        for end in 1...count {
            let cost = end == count || cuts.contains(end) ? 0 : 1
            for length in 3...8 where length <= end { fewest[end] = min(fewest[end], fewest[end - length] + cost) }
        }
        #expect(found == fewest[count])
    }

    @Test("the scout's ranges are ten seconds long, or a quarter of a shorter film, or two seconds of a very short one")
    func coarse() {
        let long = RangePlanner.coarseRanges(of: film((24 * 45, 1)))
        #expect(long.map(\.frames) == [0..<240, 240..<480, 480..<720, 720..<960, 960..<1080])
        let short = RangePlanner.coarseRanges(of: film((24 * 25, 1)))
        #expect(short.map(\.frames) == [0..<150, 150..<300, 300..<450, 450..<600])
        #expect(RangePlanner.coarseRanges(of: film((24 * 3, 1))).map(\.frames) == [0..<48, 48..<72])
        #expect(RangePlanner.coarseRanges(of: film((1, 1))).map(\.frames) == [0..<1])
        #expect(RangePlanner.coarseRanges(of: film((3, 24 * 60))).map(\.frames) == [0..<1, 1..<2, 2..<3])
    }

    @Test("for a film of an hour or more they are five seconds long, because many workers share it")
    func coarseOfLongFilm() {
        let hour = RangePlanner.coarseRanges(of: film((24 * 3600, 1)))
        #expect(hour.count == 720 && hour.allSatisfy { $0.frames.count == 120 })
        #expect(RangePlanner.coarseRanges(of: film((24 * 3599, 1))).count == 360)
    }

    private struct Linear {
        var state: UInt64
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(bound, 1)
        }
    }

    @Test("no range has frames of two films, whatever the limits, the scene cuts and the temporal levels")
    func joints() {
        let timeline = film((720, 1))
        for period in [1, 4, 8] {
            for joints in [[100], [5, 10, 700], [1, 719], [240, 480]] {
                let planner = RangePlanner(timeline: timeline, limits: limits(1, 10), period: period, joints: joints)
                for cuts in [[], [101, 300, 479], [99, 240]] as [[Int]] {
                    let ranges = planner.ranges(sceneCuts: cuts)
                    #expect(ranges.first?.frames.lowerBound == 0 && ranges.last?.frames.upperBound == 720)
                    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.frames.upperBound == $1.frames.lowerBound })
                    #expect(ranges.map(\.index) == Array(ranges.indices))
                    let starts = ranges.map(\.frames.lowerBound)
                    #expect(Set(joints).isSubset(of: starts), "\(starts)")
                    for range in ranges {
                        let film = joints.last { $0 <= range.frames.lowerBound } ?? 0
                        #expect((range.frames.lowerBound - film) % period == 0)
                        #expect(range.timeRange == timeline.timeRange(of: range.frames))
                    }
                }
            }
        }
        let plain = RangePlanner(timeline: timeline, limits: limits(1, 10), joints: [0, 720, 900])
        #expect(
            plain.ranges(sceneCuts: []) == RangePlanner(timeline: timeline, limits: limits(1, 10)).ranges(sceneCuts: [])
        )
    }
}
