extension SourceDescription {
    /// The contents, apart from audio, that no film can carry, or that a film does not keep, one line each.
    ///
    /// - Parameter kept: the dynamic HDR metadata that the film keeps.
    package func losses(keeping kept: KeptMetadata = .none) -> [String] {
        let texts = (subtitles ?? []).compactMap { track -> String? in
            if track.isBurned == true { return nil }
            let name = "subtitle track \(track.streamIndex) (\(track.codec), \(track.language))"
            if let obstacle = track.obstacle { return "\(name): \(obstacle)" }
            return track.loss.map { "\($0) (\(name))" }
        }
        let metadata = parts.flatMap { film in
            film.video.dynamicLosses(keeping: kept).map { films == nil ? $0 : "\(film.fileName): \($0)" }
        }
        return notCarried + metadata + texts
    }

    /// The last component of its path: its name in messages.
    package var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension VideoTrack {
    /// The dynamic HDR metadata that is lost, one line each.
    fileprivate func dynamicLosses(keeping kept: KeptMetadata) -> [String] {
        var lines: [String] = []
        if !kept.dolbyVision {
            if let dolbyVision {
                lines.append("Dolby Vision metadata of the video track (\(dolbyVision))")
            } else if dynamicMetadata?.hasDolbyVision == true {
                lines.append("Dolby Vision metadata of the video track")
            }
        }
        if kept.dolbyVision, dolbyVision?.profile == 7, dynamicMetadata?.hasFullEnhancement == true {
            lines.append("the enhancement layer of Dolby Vision, which changes the picture (FEL)")
        }
        if !kept.fromSource.hdr10Plus, dynamicMetadata?.hasHDR10Plus == true {
            lines.append("HDR10+ dynamic metadata of the video track")
        }
        return lines + (dynamicMetadata?.others ?? []).map { "\($0) in the SEI of the video track" }
    }
}
