/// Frames per second as an exact fraction, as in 30000/1001.
package struct FrameRate: Hashable, Sendable, Codable {
    /// Frames in `seconds` seconds, positive.
    package let frames: Int32
    /// Seconds that `frames` frames take, positive.
    package let seconds: Int32

    /// Creates `frames / seconds`. Precondition: both are positive. The fraction is kept in lowest terms.
    package init(frames: Int32, seconds: Int32) {
        precondition(frames > 0 && seconds > 0, "a frame rate is a positive fraction")
        let divisor = Int32(greatestCommonDivisor(UInt64(frames), UInt64(seconds)))
        self.frames = frames / divisor
        self.seconds = seconds / divisor
    }

    /// Frames per second, rounded to the nearest Double.
    package var framesPerSecond: Double { Double(frames) / Double(seconds) }

    /// The nominal frame rate: a rate of 1000/1001 counts as the nearest whole number (29.97 as 30).
    package var nominalFramesPerSecond: Double {
        seconds == 1001 && frames % 1000 == 0 ? Double(frames / 1000) : framesPerSecond
    }

    /// How long one frame lasts.
    package var frameDuration: MediaTime { MediaTime(value: Int64(seconds), timescale: frames) }

    private enum CodingKeys: String, CodingKey { case frames, seconds }

    /// Reads what `encode(to:)` wrote; rejects values that this type does not allow.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let frames = try container.decode(Int32.self, forKey: .frames)
        let seconds = try container.decode(Int32.self, forKey: .seconds)
        guard frames > 0, seconds > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .frames,
                in: container,
                debugDescription: "\(frames)/\(seconds) is not a valid frame rate"
            )
        }
        self.init(frames: frames, seconds: seconds)
    }
}

extension FrameRate: CustomStringConvertible {
    /// The fraction, or the whole number if it is one: `30000/1001`, `24`.
    package var description: String { seconds == 1 ? "\(frames)" : "\(frames)/\(seconds)" }

    /// For display: the whole number, or thousandths with the fraction, as in `29.97 (30000/1001)`.
    package var text: String {
        guard seconds != 1 else { return description }
        let thousandths = (Int64(frames) * 1000 + Int64(seconds) / 2) / Int64(seconds)
        var fraction = String(thousandths % 1000 + 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(thousandths / 1000)\(fraction.isEmpty ? "" : ".")\(fraction) (\(self))"
    }
}
