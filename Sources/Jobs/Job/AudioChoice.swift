package import Media

/// Which audio tracks of the source the film carries, and what happens to those whose packets it cannot hold.
package enum AudioChoice: Hashable, Sendable {
    /// Every track that the film can hold, copied.
    case copy
    /// No audio.
    case none
    /// These tracks, copied: positions in `SourceDescription.audio`, ascending.
    case tracks([Int])
    /// These tracks, or all for nil: copied if the film can hold them, otherwise encoded as AAC.
    case aac([Int]?)

    /// What happens to a track.
    package enum Fate: Hashable, Sendable {
        /// Its packets are carried bit for bit.
        case copied
        /// It is encoded as AAC.
        case encoded
        /// It is not carried; the value is the reason.
        case lost(String)
    }

    /// What happens to a chosen track in a film of the given format.
    package func fate(of track: AudioTrack, in container: MovieContainer) -> Fate {
        guard let obstacle = track.obstacle(in: container) else { return .copied }
        if track.isDecodable == true {
            if case .aac = self { return .encoded }
            // Nothing else can make one track of films that differ.
            if track.difference != nil { return .encoded }
        }
        return .lost(obstacle)
    }

    /// The tracks of a source that the film carries: those that are chosen and not lost, as positions in
    /// `SourceDescription.audio`, ascending.
    package func carriedTracks(of source: SourceDescription, in container: MovieContainer = .mp4) -> [Int] {
        chosenTracks(of: source).filter { index in
            if case .lost = fate(of: source.audio[index], in: container) { false } else { true }
        }
    }

    /// One line for each chosen track that cannot be carried, for the report.
    package func losses(of source: SourceDescription, in container: MovieContainer = .mp4) -> [String] {
        chosenTracks(of: source).compactMap { index in
            guard case .lost(let obstacle) = fate(of: source.audio[index], in: container) else { return nil }
            return "\(Self.name(of: index, in: source)): \(obstacle)"
        }
    }

    /// One line for each chosen track that is encoded instead of copied, for the report.
    package func conversions(of source: SourceDescription, in container: MovieContainer) -> [String] {
        chosenTracks(of: source).compactMap { index in
            let track = source.audio[index]
            guard fate(of: track, in: container) == .encoded, let obstacle = track.obstacle(in: container) else {
                return nil
            }
            return "\(Self.name(of: index, in: source)) is encoded as AAC: \(obstacle)"
        }
    }

    private static func name(of index: Int, in source: SourceDescription) -> String {
        "audio track \(index) (\(source.audio[index].codec), \(source.audio[index].language))"
    }

    private func chosenTracks(of source: SourceDescription) -> [Int] {
        switch self {
        case .copy, .aac(nil): Array(source.audio.indices)
        case .none: []
        case .tracks(let chosen), .aac(.some(let chosen)): chosen.filter(source.audio.indices.contains)
        }
    }
}

extension AudioChoice: Codable {
    private enum CodingKeys: String, CodingKey { case aac }

    /// Reads `"copy"`, `"none"`, `"aac"`, a list of positions, or such a list under the key `aac`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let tracks = try? container.decode([Int].self) {
            self = .tracks(tracks)
            return
        }
        if let keyed = try? decoder.container(keyedBy: CodingKeys.self) {
            self = .aac(try keyed.decode([Int].self, forKey: .aac))
            return
        }
        switch try container.decode(String.self) {
        case "copy": self = .copy
        case "none": self = .none
        case "aac": self = .aac(nil)
        case let other:
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(other) is not a choice of audio")
        }
    }

    /// Writes what `init(from:)` reads.
    package func encode(to encoder: any Encoder) throws {
        if case .aac(.some(let tracks)) = self {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(tracks, forKey: .aac)
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .copy: try container.encode("copy")
        case .none: try container.encode("none")
        case .tracks(let tracks): try container.encode(tracks)
        case .aac: try container.encode("aac")
        }
    }
}
