/// The frames of a file that a source consists of, if it is not all of them.
package struct SourceCut: Hashable, Sendable, Codable {
    /// The frames by their numbers in the whole film.
    package let frames: Range<Int>
    /// Tick of the whole film, on the clock of its video, at which the source's own clock is 0: the start of its first
    /// frame.
    package let startTick: Int64
    /// Tick of the whole film's first frame.
    package let wholeFirstTick: Int64

    /// Creates a cut of a film's frames. Precondition: the film has them, and there is at least one.
    package init(_ frames: Range<Int>, of whole: FrameTimeline) {
        precondition(!frames.isEmpty && frames.lowerBound >= 0 && frames.upperBound <= whole.count, "a film has frames")
        self.frames = frames
        startTick = whole.tick(of: frames.lowerBound)
        wholeFirstTick = whole.firstTick
    }

    /// A smaller part of the same film. Precondition: this part has the frames, and there is at least one.
    ///
    /// - Parameters:
    ///   - frames: by their numbers in this part.
    ///   - timeline: the timeline of this part, whose clock is 0 at its start.
    package func narrowed(to frames: Range<Int>, of timeline: FrameTimeline) -> SourceCut {
        precondition(
            !frames.isEmpty && frames.lowerBound >= 0 && frames.upperBound <= timeline.count,
            "a part has frames"
        )
        let lower = self.frames.lowerBound + frames.lowerBound
        return SourceCut(
            frames: lower..<lower + frames.count,
            startTick: startTick + timeline.tick(of: frames.lowerBound),
            wholeFirstTick: wholeFirstTick
        )
    }

    private init(frames: Range<Int>, startTick: Int64, wholeFirstTick: Int64) {
        self.frames = frames
        self.startTick = startTick
        self.wholeFirstTick = wholeFirstTick
    }

    private enum CodingKeys: String, CodingKey { case frames, startTick, wholeFirstTick }

    /// Reads what `encode(to:)` wrote; rejects values that this type does not allow.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        frames = try container.decode(Range<Int>.self, forKey: .frames)
        startTick = try container.decode(Int64.self, forKey: .startTick)
        wholeFirstTick = try container.decode(Int64.self, forKey: .wholeFirstTick)
        guard frames.lowerBound >= 0, !frames.isEmpty, wholeFirstTick <= startTick,
            startTick.magnitude < 1 << 60, wholeFirstTick.magnitude < 1 << 60
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .frames,
                in: container,
                debugDescription: "frames \(frames) from tick \(startTick) are not a part of a film"
            )
        }
    }
}
