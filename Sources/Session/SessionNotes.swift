import Foundation
import Jobs
import Media
import RateControl

/// What a session knows after a pass: kept in its storage, so that another session can continue.
struct SessionNotes: Hashable, Codable {
    static let currentVersion = 1

    /// Version of the layout.
    var version: Int
    /// When each frame is presented.
    var timeline: FrameTimeline
    /// The closed groups of pictures that the session chose, each a range.
    var plan: Plan
    /// x265's options of the analysis.
    var analysisOptions: String
    /// Results of the analysis, by range.
    var analysis: [RangeResult]
    /// The allocation of each later pass.
    var allocations: [Allocation]
    /// Encodes of each range, oldest first.
    var encodes: [[RangeResult]]
    /// Why passes continue or ended.
    var explanation: String

    /// Creates the notes of an analysis.
    init(timeline: FrameTimeline, plan: Plan, analysisOptions: String, analysis: [RangeResult]) {
        version = Self.currentVersion
        self.timeline = timeline
        self.plan = plan
        self.analysisOptions = analysisOptions
        self.analysis = analysis
        allocations = []
        encodes = Array(repeating: [], count: plan.ranges.count)
        explanation = "the film was analysed"
    }

    /// The number of the last pass.
    var pass: Int { allocations.last?.pass ?? 1 }

    /// True if every range was encoded.
    var isEncoded: Bool { encodes.allSatisfy { !$0.isEmpty } }

    /// The film, for decisions about further passes. In a session the newest encode of a range counts, because it
    /// replaced the samples of the earlier one.
    var film: EncodedFilm {
        EncodedFilm(
            plan: plan,
            analysis: analysis,
            accepted: encodes.compactMap(\.last),
            history: encodes,
            allocations: allocations
        )
    }

    /// Bits of the film; nil before every range is encoded.
    var bits: Int? { isEncoded ? film.bits : nil }

    /// The time ranges of some groups, ascending; neighbours are joined.
    func timeRanges(ofGroups groups: [Int]) -> [TimeRange] {
        groups.map { plan.ranges[$0].timeRange }.reduce(into: []) { joined, range in
            if let last = joined.last, last.end == range.start {
                joined[joined.count - 1] = TimeRange(start: last.start, end: range.end)
            } else {
                joined.append(range)
            }
        }
    }

    // MARK: - In the storage

    /// Reads notes; throws for any that no session writes.
    init(stored bytes: [UInt8], path: String) throws {
        func refusal(_ cause: String) -> SessionError {
            SessionError(
                .wrongStorage,
                attempted: "continue the passes of a storage",
                subject: path,
                cause: cause,
                remedy: "Begin again with a new storage."
            )
        }
        do {
            self = try JSONDecoder().decode(SessionNotes.self, from: Data(bytes))
        } catch {
            throw refusal("its notes cannot be read: \(error.localizedDescription)")
        }
        if let flaw { throw refusal(flaw) }
    }

    /// The notes for the storage.
    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .throw
        return [UInt8](try encoder.encode(self))
    }

    /// What is wrong with notes that no session writes; nil if they are valid.
    var flaw: String? {
        guard version == Self.currentVersion else { return "its notes have version \(version)" }
        if let flaw = plan.flaw { return flaw }
        for range in plan.ranges {
            guard range.frames.upperBound <= timeline.count, range.timeRange == timeline.timeRange(of: range.frames)
            else { return "range \(range.index) does not fit its frames" }
        }
        guard plan.frameCount == timeline.count, analysis.count == plan.ranges.count,
            encodes.count == plan.ranges.count
        else { return "its notes are not complete" }
        for allocation in allocations { if let flaw = allocation.flaw { return flaw } }
        let passes = allocations.map(\.pass)
        guard zip([2] + passes, passes + [SessionSettings.mostPasses]).allSatisfy({ $0 <= $1 }) else {
            return "its passes do not ascend from 2 to \(SessionSettings.mostPasses)"
        }
        for (range, results) in zip(plan.ranges, zip(analysis, encodes).map({ [$0] + $1 })) {
            for result in results {
                if let flaw = result.flaw { return flaw }
                guard result.range == range.index, result.frames == range.frames else {
                    return "a result of range \(range.index) has other frames"
                }
            }
            let encoded = results.dropFirst().map(\.pass)
            guard encoded.allSatisfy(passes.contains), zip(encoded, encoded.dropFirst()).allSatisfy({ $0 < $1 }) else {
                return "range \(range.index) was encoded in passes that there were not"
            }
        }
        return nil
    }
}
