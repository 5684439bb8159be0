package import Media

extension ResolvedJob {
    /// What is odd about the film to be made, one sentence each. Of colour and light: what the probe warned of, as far
    /// as the manifest did not replace it, and what players will have to guess. Of its aim: that one pass has none.
    package func warnings(about source: SourceDescription) -> [String] {
        var lines = source.video.colourWarnings
        if encoder.masteringDisplay != source.video.masteringDisplay {
            let replaced = source.video.masteringDisplay?.oddities ?? []
            lines.removeAll { line in replaced.contains { line.hasPrefix($0.words) } }
            lines += (encoder.masteringDisplay?.oddities ?? []).map {
                "\($0.words): this is carried as video.masteringDisplay says it"
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
