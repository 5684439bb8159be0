import Encoding
import Jobs
import Media
import Storage

/// A pass over some closed groups of pictures of a film that was analysed: each group is a `RangePass` of its own, so
/// that it can be encoded again alone.
final class GroupPass {
    /// Number of the pass, from 2.
    let number: Int
    /// Ranges of the film that the pass encodes, ascending.
    let ranges: [Int]
    /// Their results so far.
    private(set) var results: [RangeResult] = []
    /// Their targets so far.
    private(set) var targets: [RangeTarget] = []
    /// What was learned about their frames, numbered in the film.
    private(set) var records: [FrameRecord] = []
    /// VPS, SPS and PPS; nil before the first group.
    private(set) var parameterSets: ParameterSets?

    private let notes: SessionNotes
    private let settings: SessionSettings
    private let storage: MultiPassStorage
    private let target: (Int, [RangeResult]) -> RangeTarget?
    private var running: (pass: RangePass, range: PlannedRange, next: Int, learned: Learned)?

    private final class Learned {
        var records: [FrameRecord] = []
    }

    /// Prepares a pass.
    ///
    /// - Parameter target: returns the target of a range, given the results of the ranges before it in this pass.
    init(
        _ number: Int,
        ranges: [Int],
        notes: SessionNotes,
        settings: SessionSettings,
        storage: MultiPassStorage,
        target: @escaping (Int, [RangeResult]) -> RangeTarget?
    ) {
        self.number = number
        self.ranges = ranges
        self.notes = notes
        self.settings = settings
        self.storage = storage
        self.target = target
    }

    /// The frame that must come next; nil after the last one.
    var nextFrame: Int? {
        if let running { return running.next }
        return results.count < ranges.count ? notes.plan.ranges[ranges[results.count]].frames.lowerBound : nil
    }

    /// Encodes the next frame.
    func encode(_ picture: Picture, emit: (EncodedSample) throws -> Void) throws {
        let frame = try frame(of: picture)
        if running == nil { try begin(notes.plan.ranges[ranges[results.count]]) }
        guard let (pass, range, _, learned) = running else { return }
        try pass.encoder.encode(picture.placed(frame, in: notes.timeline), emit: emit)
        running?.next = frame + 1
        guard frame + 1 == range.frames.upperBound else { return }
        try pass.encoder.finish(emit: emit)
        results.append(pass.result(of: range, pass: number, quality: pass.quality))
        records += learned.records
        running = nil
    }

    private func begin(_ range: PlannedRange) throws {
        guard let target = target(range.index, results) else {
            throw SessionError(
                .misuse,
                attempted: "encode the frames \(range.frames)",
                subject: "pass \(number)",
                cause: "the rate control set no target for them"
            )
        }
        let learned = Learned()
        let first = range.frames.lowerBound
        let pass = try RangePass(
            target,
            frames: range.frames,
            settings: settings.encoder,
            analysis: try target.fed.map { try analysis(of: range, pass: $0.statisticsPass) }
        ) { record in
            var record = record
            record.statistics.frame += first
            record.statistics.encodeOrder += first
            learned.records.append(record)
        }
        parameterSets = pass.encoder.parameterSets
        targets.append(target)
        running = (pass, range, first, learned)
    }

    /// What a pass learned about a range, with the cutree records of the analysis. Its groups are closed, so its frames
    /// have the same numbers in decode order.
    private func analysis(of range: PlannedRange, pass: Int) throws -> RangeAnalysis {
        let first = range.frames.lowerBound
        var cutree: [Int: [UInt8]] = [:]
        var records: [FrameRecord] = []
        func add(_ record: FrameRecord) {
            var record = record
            record.statistics.frame -= first
            record.statistics.encodeOrder -= first
            records.append(record)
        }
        try storage.forEachRecord(in: range.frames) { record in
            if pass > 1 { cutree[record.statistics.frame - first] = record.cutree } else { add(record) }
        }
        if pass > 1 {
            try storage.forEachRecord(ofPass: pass, in: range.frames, add)
            for place in records.indices { records[place].cutree = cutree[records[place].statistics.frame] }
        }
        let encode = notes.encodes[range.index].first { $0.pass == pass }
        return try RangeAnalysis(
            records,
            optionsLine: encode?.optionsLine ?? notes.analysisOptions,
            frames: range.frames,
            settings: settings.encoder,
            subject: "\(storage.path), frames \(range.frames), pass \(pass)"
        )
    }

    /// The number of a picture by its time. Throws unless it is the next one.
    private func frame(of picture: Picture) throws(SessionError) -> Int {
        func refusal(_ cause: String) -> SessionError {
            SessionError(
                .wrongFrame,
                attempted: "encode a frame in pass \(number)",
                subject: "the frame at \(picture.presentationTime)",
                cause: cause,
                remedy: "Give the frames of the requested time ranges once, in presentation order."
            )
        }
        guard let expected = nextFrame else { throw refusal("the pass has all of its frames") }
        let time = notes.timeline.time(of: expected)
        guard picture.presentationTime == time else { throw refusal("the frame at \(time) is next") }
        return expected
    }
}
