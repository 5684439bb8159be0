import Media

/// The edit list (`elst`, ISO/IEC 14496-12 8.6.6) of one track of an MP4, with its timescales.
///
/// libavformat applies edit lists but does not return them. Copied audio needs the exact numbers.
struct EditList: Hashable, Sendable {
    /// One entry.
    struct Entry: Hashable, Sendable {
        /// Length in the movie's timescale; 0 in the last entry means "to the end".
        let duration: UInt64
        /// First media tick, -1 for an empty edit.
        let mediaTime: Int64
        /// Whether it plays at normal speed.
        let isNormalSpeed: Bool
    }

    /// Track ID.
    let trackID: UInt32
    /// Ticks per second of entry durations.
    let movieTimescale: Int32
    /// Entries in order; empty when the track has no edit list.
    let entries: [Entry]
    /// Whether the track is played unless the user chooses otherwise (`tkhd`, 8.3.2).
    var isEnabled = true
    /// Tracks of one group other than 0 are alternatives of one another (`tkhd`).
    var alternateGroup = 0
    /// Whether there are also samples in fragments (`mvex`, 8.8.1): the writer of the list does not yet know how long
    /// the media will be.
    var isFragmented = false

    /// The content of a list with at most one stretch of media.
    struct Stretch: Hashable, Sendable {
        /// How long nothing is presented at the start.
        let delay: MediaTime
        /// First media tick that is presented.
        let mediaTime: Int64
        /// How long the media is presented; nil for "to the end".
        let duration: MediaTime?
    }

    /// The stretch of media that is presented; nil if the list has several, or plays one at another speed. An empty
    /// edit after it presents nothing.
    var stretch: Stretch? {
        let delayed = entries.prefix { $0.mediaTime == -1 }
        let last = entries.lastIndex { $0.mediaTime != -1 }
        let rest = last.map { entries[delayed.endIndex...$0] } ?? []
        guard rest.count <= 1, let delay = Self.sum(delayed, movieTimescale) else { return nil }
        guard let only = rest.first else { return Stretch(delay: delay, mediaTime: 0, duration: nil) }
        guard only.isNormalSpeed, only.mediaTime >= 0, let length = Int64(exactly: only.duration) else { return nil }
        let duration = MediaTime(value: length, timescale: movieTimescale)
        return Stretch(delay: delay, mediaTime: only.mediaTime, duration: length == 0 ? nil : duration)
    }

    /// The stretches of media that are presented, each with its start time as its delay. Nil if the list plays one at
    /// another speed, has none or an empty one, or goes back in the media.
    var stretches: [Stretch]? {
        var stretches: [Stretch] = []
        for (index, entry) in entries.enumerated() where entry.mediaTime != -1 {
            guard entry.isNormalSpeed, entry.mediaTime >= 0, let length = Int64(exactly: entry.duration), length > 0,
                let delay = Self.sum(entries[..<index], movieTimescale)
            else { return nil }
            let duration = MediaTime(value: length, timescale: movieTimescale)
            stretches.append(Stretch(delay: delay, mediaTime: entry.mediaTime, duration: duration))
        }
        return stretches.isEmpty ? nil : stretches
    }

    /// When the presentation ends on the film's clock; nil if the list does not say.
    var end: MediaTime? {
        guard let last = entries.last, last.duration > 0 else { return nil }
        return Self.sum(entries[...], movieTimescale)
    }

    /// Whether the presentation really ends at `cut`, a time of the list, if the media continues until `end`.
    ///
    /// A list counts in the coarser ticks of the movie: a difference below one of them is rounding.
    func cutsShort(_ end: MediaTime, at cut: MediaTime) -> Bool {
        let (next, overflow) = cut.value.addingReportingOverflow(1)
        return !overflow && end >= MediaTime(value: next, timescale: cut.timescale)
    }

    private static func sum(_ entries: ArraySlice<Entry>, _ timescale: Int32) -> MediaTime? {
        var total: Int64 = 0
        for entry in entries {
            guard let duration = Int64(exactly: entry.duration) else { return nil }
            let (next, overflow) = total.addingReportingOverflow(duration)
            if overflow { return nil }
            total = next
        }
        return MediaTime(value: total, timescale: timescale)
    }
}
