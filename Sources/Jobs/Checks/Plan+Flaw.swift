package import Media

extension Plan: CheckedDocument {
    /// What no planner makes, whatever the film: ranges that leave gaps or overlap, times that cannot be computed with.
    package var flaw: String? {
        guard let first = ranges.first else { return "it has no ranges" }
        var next = 0
        var time = first.timeRange.start
        for (index, range) in ranges.enumerated() {
            guard range.index == index, range.frames.lowerBound == next, !range.frames.isEmpty,
                range.frames.upperBound <= RangeResult.mostFrames, range.timeRange.start == time,
                range.timeRange.end > time
            else { return "range \(index) does not follow the one before it" }
            // Of one timescale, so that times can be taken from each other: ours are.
            guard
                [range.timeRange.start.timescale, range.timeRange.end.timescale] == [time.timescale, time.timescale],
                !range.timeRange.end.value.subtractingReportingOverflow(first.timeRange.start.value).overflow
            else { return "range \(index) has times beyond reason" }
            next = range.frames.upperBound
            time = range.timeRange.end
        }
        return findings?.flaw
    }

    /// Why it is not the plan of a job over a film; nil when it is.
    package func flaw(in job: ResolvedJob, _ timeline: FrameTimeline) -> String? {
        for (index, range) in ranges.enumerated() {
            guard range.frames.upperBound <= timeline.count, range.timeRange == timeline.timeRange(of: range.frames)
            else {
                return "range \(index) does not fit the source"
            }
        }
        guard self.job == job.id, frameCount == timeline.count else { return "it is another film's" }
        return job.isMeasured(light) ? nil : "it lacks the light levels of the film"
    }
}
