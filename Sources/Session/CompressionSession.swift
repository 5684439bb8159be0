import Encoding
import Jobs
package import Media
import RateControl
package import Storage

/// Encodes frames in passes that refine each other: the counterpart of VTCompressionSession.
///
///     let session = try CompressionSession(settings, storage: storage)
///     repeat {
///         try session.beginPass()
///         for picture in pictures(in: session.timeRanges) { try session.encode(picture) { try silo.add($0) } }
///         verdict = try session.endPass { try silo.add($0) }
///         if case .furtherPasses(let ranges) = verdict { try silo.setTimeRangesForNextPass(ranges) }
///     } while verdict != .finished
///
/// The first pass analyses all frames, whose number need not be known. From the IDR pictures that it chooses come
/// closed groups of pictures. Later passes encode each group alone, so that they can request a part of them. The second
/// pass encodes all of them, and corrects the targets of the rest after each. Further passes encode the groups that
/// bring the film nearest to its goal. Without a storage, or for a constant rate factor, there is a single pass.
///
/// The farm does the same with its ranges, and shares `RangePass` and the rate control. Frames are taken in
/// presentation order; samples are returned in decode order, with a delay; `endPass` returns the rest. Each frame comes
/// out as a sample in each pass but the analysis, or the call throws. Not for use from several threads.
package final class CompressionSession {
    /// The settings.
    package let settings: SessionSettings
    /// The time ranges of the current pass, or of the next one if none is running: half-open, ascending, disjoint.
    /// Empty before the first pass if there is no storage, which means that any frame is accepted.
    package private(set) var timeRanges: [TimeRange]
    /// Number of the last pass that was begun, from 1; 0 before the first. A storage remembers finished passes.
    package private(set) var pass: Int
    /// VPS, SPS and PPS of the samples; nil before the first sample.
    package private(set) var parameterSets: ParameterSets?
    /// True after a pass that requested no further one.
    package private(set) var isFinished = false
    /// Why the last pass requested another one, or none.
    package private(set) var explanation = ""

    let storage: MultiPassStorage?
    private(set) var notes: SessionNotes?
    private(set) var running: Running?
    /// Presentation times of the frames that were given to the running pass and have no sample yet, in their order.
    private var pending: [MediaTime] = []
    private var nextRanges: [Int] = []
    private var corrections: Allocation?

    enum Running {
        case whole(WholePass)
        case groups(GroupPass)
    }

    /// Creates a session.
    ///
    /// - Parameter storage: open for updates, with the identity of these settings. A session that continues after its
    ///   finished passes makes the same samples as one that was never closed. nil makes a single pass.
    package init(_ settings: SessionSettings, storage: MultiPassStorage?) throws {
        try settings.check()
        self.settings = settings
        self.storage = settings.hasPasses ? storage : nil
        timeRanges = storage.map { [$0.identity.timeRange] } ?? []
        pass = 0
        guard let storage = self.storage, let stored = try storage.note() else { return }
        let notes = try SessionNotes(stored: stored, path: storage.path)
        self.notes = notes
        pass = notes.pass
        decide(notes)
    }

    /// Bits of all samples that count; nil before each frame has one.
    package var bits: Int? { notes?.bits }

    /// One sentence about a goal that the film misses by more than its tolerance; nil if it meets the goal, before
    /// every frame has a sample, and for a single pass, which corrects nothing.
    package var missedGoal: String? { notes?.missedGoal(settings) }

    /// Number of frames that were given to the running pass and have no sample yet; 0 in an analysis, which makes none.
    package var pendingFrameCount: Int { pending.count }

    // MARK: - Passes

    /// Begins the next pass. Throws if one is running, or if no further pass was requested.
    package func beginPass() throws {
        guard running == nil else { throw misuse("begin a pass", "pass \(pass) has not ended") }
        guard !isFinished else { throw misuse("begin a pass", "no further pass was requested") }
        pending = []
        guard let storage else {
            let rate = settings.goal.singlePassRate(settings.encoder)
            let start = settings.encoder.buffer?.initialBits
            let pass = EncodingPass(role: .alone, rate: rate, bufferStart: start)
            running = .whole(try WholePass(settings, pass: pass) { _ in })
            self.pass = 1
            return
        }
        guard let notes else {
            try storage.removeAll()
            running = .whole(try WholePass(settings, pass: analysis, keep: storage.append))
            pass = 1
            return
        }
        let number = corrections?.pass ?? notes.pass + 1
        let target =
            corrections?.target(of:after:)
            ?? allocator(notes).successiveTargets(of: notes.plan, analysis: notes.analysis)
        running = .groups(
            GroupPass(
                number,
                ranges: nextRanges,
                notes: notes,
                settings: settings,
                storage: storage,
                target: target
            )
        )
        pass = number
    }

    /// Encodes a frame and returns the samples that are ready.
    ///
    /// - Parameter forcesKeyFrame: true makes the frame the first one of a closed group. In the first pass only, and
    ///   without temporal levels, which determine all key frames.
    package func encode(
        _ picture: Picture,
        forcesKeyFrame: Bool = false,
        emit: (EncodedSample) throws -> Void
    ) throws {
        guard picture.size == settings.encoder.size, picture.format == settings.encoder.format else {
            throw SessionError(
                .wrongFrame,
                attempted: "encode a frame",
                subject: "the frame at \(picture.presentationTime)",
                cause: "it is \(picture.size) \(picture.format.rawValue), but the session is for "
                    + "\(settings.encoder.size) \(settings.encoder.format.rawValue)"
            )
        }
        switch running {
        case nil: throw misuse("encode a frame", "no pass has begun")
        case .whole(let whole):
            if let storage, !storage.identity.timeRange.contains(picture.presentationTime) {
                throw SessionError(
                    .wrongFrame,
                    attempted: "encode a frame",
                    subject: "the frame at \(picture.presentationTime)",
                    cause: "it is outside the time range of the storage, \(storage.identity.timeRange)"
                )
            }
            if storage == nil {
                try awaiting(picture) {
                    try whole.encode(picture, isKeyFrame: forcesKeyFrame) { try take($0, emit) }
                }
            } else {
                // An analysis has no samples.
                try whole.encode(picture, isKeyFrame: forcesKeyFrame, emit: emit)
            }
            parameterSets = storage == nil ? whole.parameterSets : nil
        case .groups(let groups):
            try awaiting(picture) { try groups.encode(picture) { try take($0, emit) } }
            parameterSets = groups.parameterSets
        }
    }

    /// Ends the pass, returns the remaining samples, and says which time ranges need another pass.
    ///
    /// Throws if frames are missing; the pass then continues.
    package func endPass(emit: (EncodedSample) throws -> Void) throws -> PassVerdict {
        switch running {
        case nil: throw misuse("end a pass", "no pass has begun")
        case .whole(let whole):
            guard whole.clock.count > 0 else { throw incomplete("no frame was given") }
            guard let timeline = whole.clock.timeline else { throw incomplete("the times of the frames overflow") }
            try whole.finish { try take($0, emit) }
            running = nil
            guard let storage else {
                (isFinished, explanation) = (true, "a single pass")
                timeRanges = []
                return .finished
            }
            // Until the pass is stored, it counts as not begun.
            pass = 0
            let (notes, changed) = try SessionNotes.analysed(
                storage,
                timeline: timeline,
                optionsLine: whole.optionsLine ?? "",
                forcedKeyFrames: whole.forcedKeyFrames,
                settings: settings
            )
            try storage.setEncoderOptions(notes.analysisOptions)
            return try end(notes, changed, storage)
        case .groups(let groups):
            if let next = groups.nextFrame {
                throw incomplete("the frame at \(notes.map { $0.timeline.time(of: next) } ?? .zero) is missing")
            }
            guard var notes, let storage else { throw misuse("end a pass", "there is no storage") }
            running = nil
            var allocation = corrections ?? Allocation(pass: groups.number, targets: [])
            allocation.targets = groups.targets
            notes.allocations.append(allocation)
            for result in groups.results { notes.encodes[result.range].append(result) }
            return try end(notes, groups.records, storage)
        }
    }

    /// Ends the running pass without a result, as if it had not begun. Earlier passes stay.
    package func cancelPass() {
        guard running != nil else { return }
        running = nil
        pending = []
        pass = notes?.pass ?? 0
    }

    /// Returns the samples of the frames that are presented before a time, as far as they can come out now.
    ///
    /// libx265 keeps frames for its lookahead, and returns them only at the end of a closed group of pictures. A pass
    /// with several groups returns all samples of a group with its last frame, so that nothing more can come out. A
    /// single pass ends its group here, and the next frame begins another; with temporal levels, groups have a fixed
    /// length, and nothing comes out.
    package func completeFrames(until time: MediaTime, emit: (EncodedSample) throws -> Void) throws {
        guard let running else { throw misuse("complete frames", "no pass has begun") }
        guard case .whole(let whole) = running, storage == nil, settings.encoder.temporalLevels == 1,
            let first = pending.first, first < time
        else { return }
        try whole.complete { try take($0, emit) }
    }

    /// Notes that a frame waits for its sample, unless it is refused.
    private func awaiting(_ picture: Picture, _ encode: () throws -> Void) throws {
        pending.append(picture.presentationTime)
        do {
            try encode()
        } catch {
            _ = pending.popLast()
            throw error
        }
    }

    private func take(_ sample: EncodedSample, _ emit: (EncodedSample) throws -> Void) throws {
        if let place = pending.firstIndex(of: sample.presentationTime) { pending.remove(at: place) }
        try emit(sample)
    }

    // MARK: - Decisions

    private func end(
        _ notes: SessionNotes,
        _ records: [FrameRecord],
        _ storage: MultiPassStorage
    ) throws -> PassVerdict {
        // A pass that cannot be stored, for example on a full disk, counts as not begun.
        let before = (pass: self.notes?.pass ?? 0, timeRanges, isFinished, explanation, nextRanges, corrections)
        decide(notes)
        var decided = notes
        decided.explanation = explanation
        do {
            try storage.finishPass(records, pass: notes.allocations.last?.pass, note: decided.bytes())
        } catch {
            (pass, timeRanges, isFinished, explanation, nextRanges, corrections) = before
            throw error
        }
        self.notes = decided
        pass = decided.pass
        return isFinished ? .finished : .furtherPasses(timeRanges)
    }

    /// Decides what the next pass encodes, from the notes alone.
    private func decide(_ notes: SessionNotes) {
        let next = notes.pass + 1
        corrections = nil
        if !notes.isEncoded {
            nextRanges = notes.plan.ranges.map(\.index)
            explanation = notes.explanation
        } else if next > settings.passes.maximum {
            nextRanges = []
            explanation = "the limit of \(settings.passes.maximum) passes is used up"
        } else {
            let decision = allocator(notes).correction(of: notes.film, pass: next)
            explanation = decision.explanation
            corrections = decision.allocation
            nextRanges = corrections?.targets.map(\.range).sorted() ?? []
        }
        isFinished = nextRanges.isEmpty
        timeRanges = notes.timeRanges(ofGroups: nextRanges)
    }

    /// Requests a pass with these targets, or none if there are none, in place of what was decided.
    func request(_ allocation: Allocation, _ notes: SessionNotes) {
        corrections = allocation.targets.isEmpty ? nil : allocation
        nextRanges = allocation.targets.map(\.range)
        explanation = allocation.explanation
        isFinished = nextRanges.isEmpty
        timeRanges = notes.timeRanges(ofGroups: nextRanges)
    }

    private func allocator(_ notes: SessionNotes) -> any FilmAllocating {
        settings.goal.allocator(limits: settings.passes, encoder: settings.encoder, timeline: notes.timeline)
    }

    /// The analysis of the whole film: it chooses IDR pictures at scene cuts.
    private var analysis: EncodingPass {
        EncodingPass(
            role: .analysis,
            rate: .constantRateFactor(settings.goal.analysisRateFactor(settings.encoder)),
            shortestKeyFrameInterval: settings.encoder.temporalLevels == 1 ? settings.shortestKeyFrameInterval : nil,
            measuresDistortion: settings.measuresAnalysis
        )
    }

    private func misuse(_ attempted: String, _ cause: String) -> SessionError {
        SessionError(.misuse, attempted: attempted, subject: "the session", cause: cause)
    }

    private func incomplete(_ cause: String) -> SessionError {
        SessionError(.incomplete, attempted: "end pass \(pass)", subject: "the session", cause: cause)
    }
}

extension Allocation {
    /// The target of a range, whatever came before it; nil without one.
    fileprivate func target(of range: Int, after _: [RangeResult]) -> RangeTarget? {
        targets.first { $0.range == range }
    }
}
