/// The timecode of a film's first frame, as in cameras and editing systems (SMPTE ST 12-1).
package struct Timecode: Hashable, Sendable, Codable {
    /// Number of the first frame, counted from 00:00:00:00.
    package var firstFrame: UInt32
    /// Numbers per second: the frame rate rounded to a whole number, 1 to 255.
    package var framesPerSecond: Int
    /// Whether it is drop-frame: numbers are skipped so that the timecode matches a rate such as 29.97.
    package var isDropFrame: Bool
    /// Frames per second, exactly.
    package var rate: FrameRate

    /// Reads a timecode such as `01:00:00:00`; a semicolon or a full stop before the frames means drop-frame.
    ///
    /// - Parameters:
    ///   - text: the timecode of the first frame.
    ///   - rate: frames per second.
    /// - Returns: nil if it is not a valid timecode at that rate.
    package init?(_ text: String, rate: FrameRate) {
        let parts = text.split(whereSeparator: { ":;.".contains($0) }).map { Int($0) }
        guard parts.count == 4, text.utf8.count <= 16, rate.seconds > 0,
            let hours = parts[0], let minutes = parts[1], let seconds = parts[2], let frames = parts[3]
        else { return nil }
        let nominal = Int((Double(rate.frames) / Double(rate.seconds)).rounded())
        guard (1...255).contains(nominal), (0..<24).contains(hours), (0..<60).contains(minutes),
            (0..<60).contains(seconds), (0..<nominal).contains(frames)
        else { return nil }
        let isDropping = text.contains(";") || text.contains(".")
        // Two numbers of thirty are skipped each minute except every tenth; four of sixty.
        guard !isDropping || nominal % 30 == 0 else { return nil }
        let passed = hours * 60 + minutes
        let dropped = isDropping ? nominal / 15 * (passed - passed / 10) : 0
        let number = (passed * 60 + seconds) * nominal + frames - dropped
        guard let first = UInt32(exactly: number) else { return nil }
        firstFrame = first
        framesPerSecond = nominal
        isDropFrame = isDropping
        self.rate = rate
    }

    /// Numbered frames until the numbers restart.
    package var framesPerDay: UInt64 {
        let dropped = isDropFrame ? framesPerSecond / 15 * (24 * 60 - 24 * 6) : 0
        return UInt64(24 * 3600 * framesPerSecond - dropped)
    }
}
