package import Media

extension ParameterSets {
    /// The same with other primaries, transfer and matrix in the VUI of the SPS (ISO/IEC 23008-2 E.2.1); the range and
    /// the rest are unchanged, bit for bit.
    ///
    /// Throws `unsupported` if the SPS has no colour description.
    package func declaring(_ colour: ColourDescription) throws(BitstreamError) -> ParameterSets {
        var sets = self
        sets.sps = try sps.withRawSpan(SequenceParameterSet.reading).sites.rewrite(sps, declaring: colour)
        return sets
    }
}
