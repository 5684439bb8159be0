package import Media

extension ResolvedJob {
    /// Warnings about the film to be made, one sentence each. About colour and light: warnings of the probe, unless the
    /// manifest replaces the metadata, and what players will have to guess. About the goal: a single pass cannot reach
    /// a quality.
    package func warnings(about source: SourceDescription) -> [String] {
        var lines = source.video.colourWarnings
        if encoder.masteringDisplay != source.video.masteringDisplay {
            let replaced = source.video.masteringDisplay?.oddities ?? []
            lines.removeAll { line in replaced.contains { line.hasPrefix($0.words) } }
            lines += (encoder.masteringDisplay?.oddities ?? []).map {
                "\($0.words): this is carried as given in video.masteringDisplay"
            }
        }
        if encoder.contentLight != source.video.contentLight {
            let replaced = source.video.contentLight?.oddities ?? []
            lines.removeAll { line in replaced.contains { line.hasPrefix($0.words) } }
        }
        if encoder.colour.transfer == 16, encoder.masteringDisplay == nil {
            lines.append(
                "the film is PQ without a mastering display: players will assume one of their own, often with a peak "
                    + "of 1000 cd/m², some of 10000 cd/m²; video.masteringDisplay can name the true one"
            )
        }
        if case .quality(let goal) = rate, isSinglePass { lines.append(goal.onePassCannotAim) }
        return lines
    }
}
