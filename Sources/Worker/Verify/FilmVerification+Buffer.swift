import ISOMedia
package import Media

extension FilmVerification {
    /// Simulates a decoder's buffer for the film, and for each lower temporal level separately.
    ///
    /// The size of an access unit is the size of its sample: the four-byte lengths replace the start codes of a byte
    /// stream. A sync sample also counts the parameter sets, which a byte stream repeats there. Pictures are removed at
    /// their decode times.
    ///
    /// - Parameters:
    ///   - limits: limits of the whole film; a lower level must stay within them, because it has fewer bits.
    ///   - ranges: frames of the film's ranges in order; one range for a film whose ranges are unknown.
    /// - Returns: the fullness of the buffer, and a finding for each range and level that underflows it.
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
