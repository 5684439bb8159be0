/// The temporal levels of a film's frames: a dyadic pyramid on the film's own grid.
///
/// Frame 0 of the film is on level 0, and so is every `period`-th frame after it. Without its highest level the film
/// has every second frame, wherever ranges begin and end.
package struct TemporalPyramid: Hashable, Sendable {
    /// Supported numbers of levels: libx265 4 supports five.
    package static let supportedLevels = 1...5

    /// Number of levels; 1 is a film without temporal levels.
    package let levels: Int

    /// A pyramid, or nil if the number of levels is not supported.
    package init?(levels: Int) {
        guard TemporalPyramid.supportedLevels.contains(levels) else { return nil }
        self.levels = levels
    }

    /// Distance of the frames of level 0, a power of two. Ranges must begin at its multiples.
    package var period: Int { 1 << (levels - 1) }

    /// The level of a frame of the film: the TemporalId (ISO/IEC 23008-2 7.4.2.2) of its picture.
    package func level(ofFrame frame: Int) -> Int {
        let phase = frame & (period - 1)
        return phase == 0 ? 0 : levels - 1 - phase.trailingZeroBitCount
    }
}
