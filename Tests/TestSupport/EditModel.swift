/// What an edit list presents of a track's pictures, calculated from the sample tables and the words of ISO/IEC
/// 14496-12 8.6.6 alone: each picture is shown for the part of its time that lies in an edit, as late as the edit
/// begins.
package struct EditModel: Hashable, Sendable {
    /// A picture on the film's clock.
    package struct Frame: Hashable, Sendable {
        /// Its composition time in ticks of the track.
        package let mediaTick: Int
        /// When it starts, in ticks of the movie's clock times ticks of the track's.
        package let start: Int
        /// When it ends, alike.
        package var end: Int
    }

    /// The frames in the order in which they are shown.
    package let frames: [Frame]
    private let times: MovieSurgery.SampleTimes

    /// Presents the pictures of a track from `first` on, a composition time: those before cannot be decoded.
    package init(_ times: MovieSurgery.SampleTimes, _ edits: [MovieSurgery.Edit], from first: Int = .min) {
        let pictures = times.ticks.sorted().filter { $0 >= first }
        let ends = pictures.dropFirst() + [(pictures.last ?? 0) + times.lastDuration]
        var (frames, now): ([Frame], Int) = ([], 0)
        var isContinued = false
        for (index, edit) in edits.enumerated() {
            // Both clocks in one unit.
            let length = edit.duration * times.timescale
            let from = edit.mediaTime * times.movieTimescale
            defer { now += length }
            guard edit.mediaTime >= 0 else { continue }
            let end = edit.duration == 0 ? Int.max : from + length
            for (picture, next) in zip(pictures, ends) {
                let shown = (picture * times.movieTimescale..<next * times.movieTimescale).clamped(to: from..<end)
                guard !shown.isEmpty else { continue }
                let start = now + shown.lowerBound - from
                if isContinued, frames.last?.mediaTick == picture, frames.last?.end == start {
                    frames[frames.count - 1].end = start + shown.count
                } else {
                    frames.append(Frame(mediaTick: picture, start: start, end: start + shown.count))
                }
            }
            let following = index + 1 < edits.count ? edits[index + 1].mediaTime * times.movieTimescale : -1
            isContinued = following == from + length
        }
        self.frames = frames
        self.times = times
    }

    /// When the frames start, in ticks of the track, and when the last one ends; rounded to the nearest.
    package var ticks: [Int64] {
        (frames.map(\.start) + frames.suffix(1).map(\.end)).map {
            Int64((Double($0) / Double(times.movieTimescale)).rounded())
        }
    }

    /// The places of the frames' pictures among all pictures of the track, in the order of their composition times.
    package var pictures: [Int] {
        let sorted = times.ticks.sorted()
        return frames.compactMap { sorted.firstIndex(of: $0.mediaTick) }
    }
}
