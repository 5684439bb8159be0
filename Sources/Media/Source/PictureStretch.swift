/// A stretch of a file's pictures that its edit list presents continuously (`elst`, ISO/IEC 14496-12 8.6.6).
///
/// All ticks use the timescale of the video's timeline. Media ticks are the composition times of the samples.
package struct PictureStretch: Hashable, Sendable, Codable {
    /// Its frames by their numbers in the whole film.
    package let frames: Range<Int>
    /// Tick of the whole film's clock at which its first frame starts.
    package let start: Int64
    /// The first media tick that is presented.
    package let mediaStart: Int64
    /// The media tick of its first picture: earlier than `mediaStart` if the stretch begins while that picture is
    /// shown.
    package let firstMediaTick: Int64

    /// Creates a stretch; nil if it has no frames or its ticks are out of range.
    package init?(frames: Range<Int>, start: Int64, mediaStart: Int64, firstMediaTick: Int64) {
        let areSane = [start, mediaStart, firstMediaTick].allSatisfy { $0.magnitude < 1 << 60 }
        guard frames.lowerBound >= 0, !frames.isEmpty, firstMediaTick <= mediaStart, areSane else { return nil }
        self.frames = frames
        self.start = start
        self.mediaStart = mediaStart
        self.firstMediaTick = firstMediaTick
    }

    /// The tick of the whole film's clock at which a picture is presented, if it is in this stretch; nil if it does not
    /// fit.
    package func tick(ofMedia tick: Int64) -> Int64? {
        if tick == firstMediaTick { return start }
        let (moved, overflow) = tick.addingReportingOverflow(start - mediaStart)
        return overflow ? nil : moved
    }

    /// The media tick that this stretch would present at a tick of the whole film's clock. Precondition: the tick is in
    /// a film.
    package func mediaTick(of tick: Int64) -> Int64 { tick - start + mediaStart }

    private enum CodingKeys: String, CodingKey { case frames, start, mediaStart, firstMediaTick }

    /// Reads what `encode(to:)` wrote; rejects values that this type does not allow.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stretch = PictureStretch(
            frames: try container.decode(Range<Int>.self, forKey: .frames),
            start: try container.decode(Int64.self, forKey: .start),
            mediaStart: try container.decode(Int64.self, forKey: .mediaStart),
            firstMediaTick: try container.decode(Int64.self, forKey: .firstMediaTick)
        )
        guard let stretch else {
            throw DecodingError.dataCorruptedError(
                forKey: .frames,
                in: container,
                debugDescription: "these are not valid frames of a stretch"
            )
        }
        self = stretch
    }
}
