import Media

/// Which tracks of several films follow one another: only those with the same roles. Those of one language and title
/// come first, then those of one language, then those of which one has no language, each in the order of the files.
struct TrackLanes {
    /// What tracks are matched by.
    struct Key: Hashable {
        /// ISO 639-2/T; `und` if unspecified.
        let language: String
        let title: String?
        let roles: [TrackRole]?
    }

    /// For each track of the whole, the position of its part in each film; nil for a film that has none.
    private(set) var positions: [[Int?]] = []
    /// The keys of the tracks of the whole: those of their first parts.
    private var keys: [Key] = []
    private var filmCount = 0

    /// Matches the tracks of films, which are given in playing order.
    init(_ films: [[Key]]) {
        for tracks in films { add(tracks) }
    }

    private mutating func add(_ tracks: [Key]) {
        var open = Set(positions.indices)
        var found = [Int?](repeating: nil, count: tracks.count)
        let rules: [(Key, Key) -> Bool] = [
            { $0 == $1 },
            { $0.language == $1.language && $0.roles == $1.roles },
            { ($0.language == "und" || $1.language == "und") && $0.roles == $1.roles },
        ]
        for fits in rules {
            for (index, track) in tracks.enumerated() where found[index] == nil {
                guard let lane = positions.indices.first(where: { open.contains($0) && fits(keys[$0], track) }) else {
                    continue
                }
                found[index] = lane
                open.remove(lane)
            }
        }
        for lane in positions.indices { positions[lane].append(found.firstIndex(of: lane)) }
        for (index, track) in tracks.enumerated() where found[index] == nil {
            positions.append(Array(repeating: nil, count: filmCount) + [index])
            keys.append(track)
        }
        filmCount += 1
    }

    /// The positions, or nil if each track has the same in all films.
    static func unlessSame(_ positions: [Int?], at index: Int) -> [Int?]? {
        positions.allSatisfy { $0 == index } ? nil : positions
    }
}
