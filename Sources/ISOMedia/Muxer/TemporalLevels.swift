package import HEVC

/// The temporal levels of a track, as the file declares them.
package struct TemporalLevels: Hashable, Sendable {
    /// The requirements on a decoder for each level and those below it, the base level's first; 1 to 7.
    package var capabilities: [DecoderCapability]

    /// Number of levels.
    package var count: Int { capabilities.count }

    /// Creates a description of levels.
    package init(capabilities: [DecoderCapability]) { self.capabilities = capabilities }

    /// The levels that a sequence parameter set declares. All have its general profile; a level that is not coded is
    /// that of the sub-layer above (ISO/IEC 23008-2 7.4.4).
    package init(_ sequence: SequenceParameterSet) {
        let general = sequence.profileTierLevel
        var capability = DecoderCapability(general)
        var fromTop = [capability]
        for level in general.subLayerLevels.reversed() {
            if let level { capability.level = level }
            fromTop.append(capability)
        }
        capabilities = fromTop.reversed()
    }
}
