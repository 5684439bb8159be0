/// Which frames of a file a source is, when it is not all of them.
public struct SourceCut: Hashable, Sendable, Codable {
    /// The frames by their numbers in the whole film.
    public let frames: Range<Int>
    /// Tick of the whole film, on the clock of its video, at which the source's own clock shows 0: where its first
    /// frame starts.
    public let startTick: Int64
    /// Tick of the whole film's first frame.
    public let wholeFirstTick: Int64

    /// Creates a cut of a film's frames. Precondition: it has them, and they are not empty.
    public init(_ frames: Range<Int>, of whole: FrameTimeline) {
        precondition(!frames.isEmpty && frames.lowerBound >= 0 && frames.upperBound <= whole.count, "a film has frames")
        self.frames = frames
        startTick = whole.tick(of: frames.lowerBound)
        wholeFirstTick = whole.firstTick
    }

    /// Fewer frames of the same film. Precondition: the part has them, and they are not empty.
    ///
    /// - Parameters:
    ///   - frames: by their numbers in the part.
    ///   - timeline: the part's, whose clock shows 0 where it starts.
    public func narrowed(to frames: Range<Int>, of timeline: FrameTimeline) -> SourceCut {
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

    /// Reads what `encode(to:)` wrote; refuses what breaks this type's rules.
    public init(from decoder: any Decoder) throws {
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
