import Media

/// What an edit list presents of a video track, in ticks of the track (ISO/IEC 14496-12 8.6.6).
///
/// libavformat applies edit lists by estimates. It omits the picture that is shown when an edit begins and moves the
/// others to the start of the edit. It is wrong if composition offsets are negative or no sync sample precedes the
/// edit. Therefore the times are computed from the composition times of the samples and from the list.
struct PictureEdits: Hashable {
    /// One edit that presents media.
    struct Edit: Hashable {
        /// Tick of the film's clock at which it begins.
        let start: Int64
        /// The first media tick that is presented.
        let mediaStart: Int64
        /// The media tick at which it ends; nil for the end of the media.
        let mediaEnd: Int64?
    }

    /// Why pictures cannot be presented as a list says.
    struct Obstacle: Error, Hashable {
        /// Text that completes the clause "its edit list".
        let words: String

        static let gap = Obstacle(words: "has a gap between two of its parts")
        static let nothing = Obstacle(words: "presents none of its pictures")
        static let beyond = Obstacle(words: "has times later than \(LongestFilm.words), the longest possible film")
    }

    /// The edits in presentation order; there is at least one.
    let edits: [Edit]
    /// When the last one ends on the film's clock; nil if the list does not say.
    let end: MediaTime?
    /// A list counts in ticks of the movie, and many programs round them. Differences of fewer ticks of the track than
    /// this are ignored. At least 1.
    let grain: Int64

    /// Reads the list of a track with `timescale` ticks per second.
    ///
    /// An empty edit at the end is ignored. Edits that continue the media where the previous one ended are joined. A
    /// single edit without a length, or over fragments, extends to the end of the media.
    ///
    /// - Throws: an `Obstacle` for a list that is ambiguous.
    init(_ list: EditList, timescale: Int32) throws(Obstacle) {
        let last = list.entries.lastIndex { $0.mediaTime != -1 }
        guard let last, let first = list.entries.firstIndex(where: { $0.mediaTime != -1 }) else { throw .nothing }
        let media = list.entries[first...last]
        guard media.allSatisfy({ $0.mediaTime != -1 }) else { throw .gap }
        guard media.allSatisfy({ $0.mediaTime >= 0 }) else { throw Obstacle(words: "begins before its media does") }
        guard media.allSatisfy(\.isNormalSpeed) else {
            throw Obstacle(words: "plays a part at another speed, or freezes a picture")
        }
        guard media.count == 1 || media.allSatisfy({ $0.duration > 0 }) else {
            throw Obstacle(words: "has several parts, one of them empty")
        }
        let ticks = Int64(timescale)
        let movieTicks = Int64(list.movieTimescale)
        // In a movie with a coarse timescale, a difference above a hundredth of a second is not rounding.
        let grain = max(1, min((ticks + movieTicks - 1) / movieTicks, ticks / 100))
        var edits: [Edit] = []
        var movieTick: Int64 = 0
        for entry in list.entries[...last] {
            guard let duration = Int64(exactly: entry.duration) else { throw .beyond }
            let (next, overflow) = movieTick.addingReportingOverflow(duration)
            let mediaTime = MediaTime(value: entry.mediaTime, timescale: timescale)
            guard !overflow, LongestFilm.holds(MediaTime(value: next, timescale: list.movieTimescale)),
                LongestFilm.holds(mediaTime)
            else { throw .beyond }
            defer { movieTick = next }
            guard entry.mediaTime != -1 else { continue }
            let start = MediaTime(value: movieTick, timescale: list.movieTimescale).rounded(to: timescale).value
            let length = MediaTime(value: duration, timescale: list.movieTimescale).rounded(to: timescale).value
            let isOpen = duration == 0 || list.isFragmented && media.count == 1
            let mediaEnd = isOpen ? nil : entry.mediaTime + length
            if let before = edits.last,
                abs(entry.mediaTime - before.mediaStart - (start - before.start)) < grain
            {
                edits[edits.count - 1] = Edit(start: before.start, mediaStart: before.mediaStart, mediaEnd: mediaEnd)
            } else {
                edits.append(Edit(start: start, mediaStart: entry.mediaTime, mediaEnd: mediaEnd))
            }
        }
        self.edits = edits
        self.grain = grain
        let hasLength = list.entries[last].duration > 0
        end = hasLength ? MediaTime(value: movieTick, timescale: list.movieTimescale) : nil
    }

    /// The media tick from which on nothing is presented; nil if there is none.
    var mediaEnd: Int64? {
        var end: Int64 = .min
        for edit in edits {
            guard let own = edit.mediaEnd else { return nil }
            end = max(end, own)
        }
        return end
    }

    /// When a media tick is presented first, or would be if the first edit extended to it; nil if it does not fit.
    func filmTick(of tick: Int64) -> Int64? {
        let edit = edits.first { $0.mediaStart <= tick && tick < $0.mediaEnd ?? .max } ?? edits[0]
        let (moved, overflow) = tick.addingReportingOverflow(edit.start - edit.mediaStart)
        return overflow ? nil : moved
    }

    /// The frames that result from applying a list to pictures.
    struct Presentation: Hashable {
        /// Ticks of the film's clock at which frames start. They ascend unless two pictures have the same time.
        var ticks: [Int64] = []
        /// Where the last frame ends if the list does not cut it short.
        var end: Int64 = 0
        /// The times of the frames in the media.
        var stretches: [PictureStretch] = []
    }

    /// Presents the pictures of a track: each for the part of its time that is in an edit.
    ///
    /// - Parameters:
    ///   - pictures: media ticks of the decodable pictures, ascending. They and `mediaEnd` are in a film.
    ///   - mediaEnd: the media tick at which the last one ends.
    /// - Throws: an `Obstacle` if there is nothing to present, or for a time between two frames.
    func presentation(of pictures: [Int64], until mediaEnd: Int64) throws(Obstacle) -> Presentation {
        var shown = Presentation()
        for (index, edit) in edits.enumerated() {
            let next = index + 1 < edits.count ? edits[index + 1].start : nil
            let part = part(of: pictures, until: mediaEnd, in: edit)
            var ticks = part.pictures.map { edit.start + pictures[$0] - edit.mediaStart - part.rounding }
            // The first picture may have begun before the edit.
            if let first = ticks.first { ticks[0] = max(first, edit.start) }
            if let next {
                // A remainder of a picture that is due to rounding is not a frame.
                while let last = ticks.last, last > next - grain { ticks.removeLast() }
            }
            guard let first = ticks.first else {
                if shown.ticks.isEmpty || next == nil { continue }
                throw .gap
            }
            if !shown.ticks.isEmpty, first >= edit.start + grain { throw .gap }
            let end = part.pictures.upperBound < pictures.count ? pictures[part.pictures.upperBound] : mediaEnd
            if next != nil, let wanted = edit.mediaEnd, end + grain <= wanted { throw .gap }
            let stretch = PictureStretch(
                frames: shown.ticks.count..<shown.ticks.count + ticks.count,
                start: first,
                mediaStart: first - edit.start + edit.mediaStart + part.rounding,
                firstMediaTick: pictures[part.pictures.lowerBound]
            )
            guard let stretch else { throw .beyond }
            shown.stretches.append(stretch)
            shown.ticks += ticks
            shown.end = edit.start + end - edit.mediaStart - part.rounding
        }
        guard !shown.ticks.isEmpty else { throw .nothing }
        return shown
    }

    /// The pictures of an edit, and by how many ticks its start is moved because of rounding.
    private func part(
        of pictures: [Int64],
        until mediaEnd: Int64,
        in edit: Edit
    ) -> (pictures: Range<Int>, rounding: Int64) {
        func isRounding(_ distance: Int64, _ picture: Int) -> Bool {
            let end = picture + 1 < pictures.count ? pictures[picture + 1] : mediaEnd
            return distance < grain && distance <= (end - pictures[picture]) / 2
        }
        let following = pictures.firstIndex(notBefore: edit.mediaStart)
        var (first, rounding) = (following, Int64(0))
        if following < pictures.count, isRounding(pictures[following] - edit.mediaStart, following) {
            rounding = pictures[following] - edit.mediaStart
        } else if following > 0, following < pictures.count || mediaEnd > edit.mediaStart {
            // The picture that is shown when the edit begins, and any other with the same time.
            first = pictures.firstIndex(notBefore: pictures[following - 1])
            let distance = pictures[first] - edit.mediaStart
            if isRounding(-distance, following - 1) { rounding = distance }
        }
        let end = edit.mediaEnd.map { pictures.firstIndex(notBefore: $0) } ?? pictures.count
        return (first..<max(first, end), rounding)
    }
}

extension [Int64] {
    /// Index of the first number that is not less than another; `count` when there is none. Precondition: they ascend.
    fileprivate func firstIndex(notBefore tick: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < tick { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
