package import Media

extension ParameterSets {
    /// The same with hrd_parameters() in the VUI; the rest is unchanged, bit for bit (ISO/IEC 23008-2 E.2.1).
    ///
    /// Throws `unsupported` if the SPS has no clock, or already has such parameters.
    package func declaring(_ decoder: HypotheticalDecoder) throws(BitstreamError) -> ParameterSets {
        var sets = self
        let (_, sites) = try sps.withRawSpan(SequenceParameterSet.reading)
        sets.sps = try sites.rewrite(sps, declaring: decoder)
        return sets
    }
}
