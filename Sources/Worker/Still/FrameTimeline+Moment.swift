import Media

extension FrameTimeline {
    /// The frame that is shown at a time; nil outside the film.
    func frame(shownAt time: MediaTime) -> Int? {
        let whole = timeRange
        guard whole.contains(time) else { return nil }
        // The first frame that begins later, less one, unless one begins exactly then.
        let next = frames(in: TimeRange(start: whole.start, end: time)).upperBound
        return next < count && self.time(of: next) == time ? next : next - 1
    }
}
