package import Media

extension FilmVerification {
    /// Runs the film through a decoder's buffer, and every lower temporal level by itself.
    ///
    /// The size of an access unit is that of its sample, as lengths of four bytes stand where a byte stream has start
    /// codes, and of the parameter sets where it is a sync sample: a byte stream repeats them there. Pictures are
    /// removed at their decode times.
    ///
    /// - Parameters:
    ///   - limits: of the whole film; a lower level holds within the same ones, as it has less to carry.
    ///   - ranges: frames of the ranges of the film in order; one range for a film of which none are known.
    /// - Returns: what becomes of the buffer, and a finding for each range and level that overdraws it.
    package func checkBuffer(_ limits: BufferLimits, ranges: [Range<Int>]) -> (
        passage: BufferPassage, findings: [String]
    ) {
        let passage = passage(limits, ranges: ranges, upTo: nil)
        var findings = passage.faults
        for level in 0..<max(film.levelCount - 1, 0) {
            findings += self.passage(limits, ranges: ranges, upTo: level).faults.map { "up to level \(level), \($0)" }
        }
        return (passage, findings)
    }

    private func passage(_ limits: BufferLimits, ranges: [Range<Int>], upTo level: Int?) -> BufferPassage {
        let setBits = film.parameterSets.byteStreamCount * 8
        let kept = ranges.map { range in
            range.clamped(to: film.samples.indices).filter { film.isKept($0, upTo: level) }
        }
        let units = kept.flatMap(\.self)
        return BufferPassage(
            limits,
            unitBits: kept.map { range in
                range.map { film.samples[$0].byteCount * 8 + (film.samples[$0].isSync ? setBits : 0) }
            },
            timescale: film.timescale,
            tick: { units.indices.contains($0) ? film.samples[units[$0]].decodeTick : 0 }
        )
    }
}
