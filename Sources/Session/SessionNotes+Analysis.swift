import Jobs
import Media
import Storage

/// The groups that an analysis found.
extension SessionNotes {
    /// The notes of an analysis: each IDR picture begins a range. Also returns the records that must be changed for it.
    static func analysed(
        _ storage: MultiPassStorage,
        timeline: FrameTimeline,
        optionsLine: String,
        forcedKeyFrames: Set<Int>,
        settings: SessionSettings
    ) throws -> (notes: SessionNotes, changed: [FrameRecord]) {
        let changed = try lastKeyFrame(storage, forced: forcedKeyFrames, settings)
        var ranges: [PlannedRange] = []
        var results: [RangeResult] = []
        var group: [FrameRecord] = []
        func close() {
            guard let first = group.first?.statistics.frame else { return }
            let frames = first..<first + group.count
            let range = PlannedRange(index: ranges.count, frames: frames, timeRange: timeline.timeRange(of: frames))
            ranges.append(range)
            results.append(RangeResult(analysisOf: range, group, optionsLine, settings))
            group = []
        }
        try storage.forEachRecord { stored in
            var record = stored
            if let changed, changed.statistics.frame == stored.statistics.frame { record = changed }
            if record.statistics.type == .idr { close() }
            // The largest part of a record, and of no use here.
            record.cutree = nil
            group.append(record)
        }
        close()
        let notes = SessionNotes(
            timeline: timeline,
            plan: Plan(job: "", ranges: ranges, sceneCuts: []),
            analysisOptions: optionsLine,
            analysis: results
        )
        return (notes, changed.map { [$0] } ?? [])
    }

    /// The last key frame as a picture inside the group before it; nil if it may begin a group.
    ///
    /// libx265 makes the very last picture of a film an IDR picture if it is alone in its lookahead. A group that is
    /// shorter than the settings say is of no use, unless the client forced it.
    private static func lastKeyFrame(
        _ storage: MultiPassStorage,
        forced: Set<Int>,
        _ settings: SessionSettings
    ) throws -> FrameRecord? {
        var last: FrameRecord?
        var count = 0
        try storage.forEachRecord { record in
            if record.statistics.type == .idr { last = record }
            count = record.statistics.frame + 1
        }
        guard var last, last.statistics.frame > 0, !forced.contains(last.statistics.frame),
            settings.encoder.temporalLevels == 1,
            count - last.statistics.frame < settings.shortestKeyFrameInterval
        else { return nil }
        last.statistics.type = .intra
        return last
    }
}
