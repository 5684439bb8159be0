extension SourceDescription {
    /// The contents, apart from audio, that no film can carry, one line each.
    package var losses: [String] {
        let texts = (subtitles ?? []).compactMap { track -> String? in
            let name = "subtitle track \(track.streamIndex) (\(track.codec), \(track.language))"
            if let obstacle = track.obstacle { return "\(name): \(obstacle)" }
            return track.loss.map { "\($0) (\(name))" }
        }
        return notCarried + texts
    }
}
