package import Media

/// A range of the film: consecutive frames that are encoded separately, starting with an IDR picture.
package struct PlannedRange: Hashable, Sendable, Codable {
    /// Index among the ranges of the film, from 0.
    package var index: Int
    /// Frames of the film, at least one.
    package var frames: Range<Int>
    /// Their presentation time.
    package var timeRange: TimeRange

    /// Creates a range.
    package init(index: Int, frames: Range<Int>, timeRange: TimeRange) {
        self.index = index
        self.frames = frames
        self.timeRange = timeRange
    }
}
