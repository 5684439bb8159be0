package import Media

/// One unit of splitting: consecutive frames that are encoded on their own, from an IDR on.
package struct PlannedRange: Hashable, Sendable, Codable {
    /// Place among the ranges of the film, from 0.
    package var index: Int
    /// Frames of the film, at least one.
    package var frames: Range<Int>
    /// When they are presented.
    package var timeRange: TimeRange

    /// Creates a range.
    package init(index: Int, frames: Range<Int>, timeRange: TimeRange) {
        self.index = index
        self.frames = frames
        self.timeRange = timeRange
    }
}
