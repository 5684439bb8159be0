import Media

/// What an MP4's edit list (`elst`, ISO/IEC 14496-12 8.6.6) shows of one track, with the timescales it counts in.
///
/// libavformat applies edit lists but does not tell them; sound that is copied needs the exact numbers.
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
    /// Whether samples also stand in fragments (`mvex`, 8.8.1): what writes the list does not know yet how long the
    /// media will be.
    var isFragmented = false

    /// What a list of at most one stretch of media says.
    struct Stretch: Hashable, Sendable {
        /// How long nothing is presented first.
        let delay: MediaTime
        /// First media tick that is presented.
        let mediaTime: Int64
        /// How long the media is presented; nil for "to the end".
        let duration: MediaTime?
    }

    /// The stretch of media that is presented; nil when the list has several, or plays one at another speed. An empty
    /// edit behind it presents nothing.
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

    /// The stretches of media that are presented, each with the time at which it begins as its delay; nil when the list
    /// plays one at another speed, has none or one without a length, or goes back in the media.
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

    /// When the presentation ends on the film's clock; nil when the list does not say.
    var end: MediaTime? {
        guard let last = entries.last, last.duration > 0 else { return nil }
        return Self.sum(entries[...], movieTimescale)
    }

    /// Whether the presentation really ends at `cut`, a time of the list, when the media goes on until `end`.
    ///
    /// A list counts in the movie's coarser ticks: a difference below one of these is rounding and means nothing.
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
