package import Media

extension Plan: CheckedDocument {
    /// What is wrong with a plan that no planner makes, whatever the film: ranges that leave gaps or overlap, or times
    /// that overflow.
    package var flaw: String? {
        guard let first = ranges.first else { return "it has no ranges" }
        var next = 0
        var time = first.timeRange.start
        for (index, range) in ranges.enumerated() {
            guard range.index == index, range.frames.lowerBound == next, !range.frames.isEmpty,
                range.frames.upperBound <= RangeResult.mostFrames, range.timeRange.start == time,
                range.timeRange.end > time
            else { return "range \(index) does not follow the previous one" }
            // All times have one timescale, as in every plan that Granary writes, so that they can be subtracted.
            guard
                [range.timeRange.start.timescale, range.timeRange.end.timescale] == [time.timescale, time.timescale],
                !range.timeRange.end.value.subtractingReportingOverflow(first.timeRange.start.value).overflow
            else { return "the times of range \(index) are out of bounds" }
            next = range.frames.upperBound
            time = range.timeRange.end
        }
        guard scoutBits?.isValid ?? true else { return "the bits of the scout's encode are out of bounds" }
        guard dynamicMetadata?.isValid(frameCount: frameCount) ?? true else {
            return "the numbers of its dynamic metadata are out of bounds"
        }
        guard (colours ?? []).allSatisfy(\.isValid) else { return "the peak of its colours is out of bounds" }
        return findings?.flaw
    }

    /// Why it is not the plan of the job for this film; nil if it is.
    package func flaw(in job: ResolvedJob, _ timeline: FrameTimeline) -> String? {
        for (index, range) in ranges.enumerated() {
            guard range.frames.upperBound <= timeline.count, range.timeRange == timeline.timeRange(of: range.frames)
            else {
                return "range \(index) does not fit the source"
            }
        }
        guard self.job == job.id, frameCount == timeline.count else { return "it belongs to another film" }
        guard job.hasMetadata(dynamicMetadata) else { return "it lacks the dynamic metadata that the job keeps" }
        guard colours?.count == job.colours?.count else { return "it lacks a table that converts the colours" }
        return job.isMeasured(light) ? nil : "it has no light levels"
    }
}
