package import Media

extension ParameterSets {
    /// The same with other primaries, transfer and matrix in the VUI of the SPS (ISO/IEC 23008-2 E.2.1); the range and
    /// all else stay bit for bit.
    ///
    /// Throws `unsupported` when the SPS codes none.
    package func declaring(_ colour: ColourDescription) throws(BitstreamError) -> ParameterSets {
        var sets = self
        sets.sps = try sps.withRawSpan(SequenceParameterSet.reading).sites.rewrite(sps, declaring: colour)
        return sets
    }
}
