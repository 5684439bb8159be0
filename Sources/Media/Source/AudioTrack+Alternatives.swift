extension AudioTrack {
    /// The sound tracks of a film with their flags for players: of tracks that are alternatives one is
    /// enabled, the first that the source enables, and of all tracks one at least. Tracks of a container that knows no
    /// groups are alternatives of one another.
    package static func alternatives(_ tracks: [AudioTrack]) -> [AudioTrack] {
        var tracks = tracks
        if tracks.contains(where: { $0.alternateGroup == nil }) {
            for index in tracks.indices { tracks[index].alternateGroup = 1 }
        }
        var settled: Set<Int> = []
        for index in tracks.indices where tracks[index].isEnabled != false {
            let group = tracks[index].alternateGroup ?? 1
            tracks[index].isEnabled = group == 0 || settled.insert(group).inserted
        }
        if !tracks.isEmpty, !tracks.contains(where: { $0.isEnabled == true }) { tracks[0].isEnabled = true }
        return tracks
    }
}
