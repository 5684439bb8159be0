package import Media

/// Which sound tracks of the source the film carries; they are copied, never encoded again.
package enum AudioChoice: Hashable, Sendable {
    /// Every track that MP4 can hold.
    case copy
    /// No sound.
    case none
    /// These tracks, as positions in `SourceDescription.audio`, ascending.
    case tracks([Int])

    /// The tracks of a source that the film carries, as positions in `SourceDescription.audio`, ascending: those that
    /// are chosen and have no obstacle.
    package func carriedTracks(of source: SourceDescription) -> [Int] {
        chosenTracks(of: source).filter { source.audio[$0].obstacle == nil }
    }

    /// One line for each chosen track that cannot be carried, for the report.
    package func losses(of source: SourceDescription) -> [String] {
        chosenTracks(of: source).compactMap { index in
            let track = source.audio[index]
            return track.obstacle.map { "audio track \(index) (\(track.codec), \(track.language)): \($0)" }
        }
    }

    private func chosenTracks(of source: SourceDescription) -> [Int] {
        switch self {
        case .copy: Array(source.audio.indices)
        case .none: []
        case .tracks(let chosen): chosen.filter(source.audio.indices.contains)
        }
    }
}

extension AudioChoice: Codable {
    /// Reads `"copy"`, `"none"` or a list of positions.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let tracks = try? container.decode([Int].self) {
            self = .tracks(tracks)
            return
        }
        switch try container.decode(String.self) {
        case "copy": self = .copy
        case "none": self = .none
        case let other:
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(other) is no choice of audio")
        }
    }

    /// Writes what `init(from:)` reads.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .copy: try container.encode("copy")
        case .none: try container.encode("none")
        case .tracks(let tracks): try container.encode(tracks)
        }
    }
}
