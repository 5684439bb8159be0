package import Media

extension ResolvedJob {
    /// Warnings about the film to be made, one sentence each. About colour and light: warnings of the probe, unless the
    /// manifest replaces the metadata, and what players will have to guess. About the goal: a single pass cannot reach
    /// a quality.
    package func warnings(about source: SourceDescription) -> [String] {
        var lines: [String] = []
        for film in source.parts {
            for line in warnings(about: film.video) where !lines.contains(line) { lines.append(line) }
        }
        if encoder.masteringDisplay != source.video.masteringDisplay {
            lines += (encoder.masteringDisplay?.oddities ?? []).map {
                "\($0.words): this is carried as given in video.masteringDisplay"
            }
        }
        if encoder.colour.transfer == 16, encoder.masteringDisplay == nil {
            lines.append(
                "the film is PQ without a mastering display: players will assume one of their own, often with a peak "
                    + "of 1000 cd/m², some of 10000 cd/m²; video.masteringDisplay can name the true one"
            )
        }
        lines += source.parts.compactMap(placeWarning)
        if keptMetadata.dolbyVision { lines += [levelWarning(source.video.timeline)].compactMap(\.self) }
        if case .quality(let goal) = rate, isSinglePass { lines.append(goal.onePassCannotAim) }
        return lines
    }

    /// A film that is hardly seen in the frame; nil for all others.
    private func placeWarning(_ film: SourceDescription) -> String? {
        guard isPlaced == true, let place = film.placement(in: encoder.size)?.place.size else { return nil }
        let share = Double(place.width * place.height) / Double(encoder.size.width * encoder.size.height)
        guard share < 0.1 else { return nil }
        return "\(film.fileName) takes \(place) of the frame of \(encoder.size), and the rest is black: enlarge: true "
            + "fills it"
    }

    /// Warnings of the probe about a film, without those about metadata that does not become the new film's.
    private func warnings(about video: VideoTrack) -> [String] {
        var replaced: [MetadataOddity] = []
        if encoder.masteringDisplay != video.masteringDisplay { replaced += video.masteringDisplay?.oddities ?? [] }
        if encoder.contentLight != video.contentLight { replaced += video.contentLight?.oddities ?? [] }
        return video.colourWarnings.filter { line in !replaced.contains { line.hasPrefix($0.words) } }
    }

    /// Why the film may exceed its level of Dolby Vision; nil if it cannot.
    private func levelWarning(_ timeline: FrameTimeline) -> String? {
        let size = shownSize ?? encoder.size
        guard let limits = DolbyVision.limits(size: size, picturesPerSecond: timeline.highestRate) else {
            return "no level of Dolby Vision allows pictures of \(size) at this rate; the highest one is declared"
        }
        let (most, high) = (limits.mainMegabits, limits.highMegabits)
        let level = "level \(limits.level) of Dolby Vision allows \(most) Mbit/s (\(high) in the high tier)"
        if let buffer = encoder.buffer {
            guard buffer.bitsPerSecond > most * 1_000_000 else { return nil }
            return "\(level), and rate.maximum is \(Quantity.words(Double(buffer.bitsPerSecond) / 1e6)) Mbit/s"
        }
        return "\(level), and the film has no bound: rate.maximum and rate.buffer set one"
    }
}
