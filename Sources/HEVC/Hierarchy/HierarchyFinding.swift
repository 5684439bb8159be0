/// One thing that is wrong with the temporal levels of a stream, or that keeps them from being proved.
package struct HierarchyFinding: Hashable, Sendable, Codable {
    /// The rule that is broken.
    package enum Kind: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
        /// A unit cannot be read, so that what it says is not known.
        case unreadable
        /// A slice names parameter sets that are not there.
        case missingParameterSet
        /// Parameter sets change where no sequence starts (ISO/IEC 23008-2 7.4.2.4.2).
        case activation
        /// VPS and SPS contradict one another or the standard in what they say of sub-layers (7.4.3).
        case subLayerDescription
        /// A picture needs more buffers or more reordering than its level declares (7.4.3.2.1).
        case buffering
        /// The stream does not start with a picture at which decoding can start.
        case noRandomAccess
        /// A picture or parameter set has a TemporalId that its type, or the SPS, does not allow (7.4.2.2).
        case temporalID
        /// A unit stays behind, or goes too early, when the level of its picture is dropped (7.4.2.2).
        case unitTemporalID
        /// The slices of a picture do not agree (7.4.7.1).
        case inconsistentSlices
        /// A picture that is used is not there (8.3.2).
        case missingReference
        /// A slice can predict from a picture of a higher level (8.3.2).
        case usesHigherLevel
        /// A picture of a higher level is marked as used, although no slice has it in its lists (8.3.2).
        case listsHigherLevel
        /// A picture at or behind a TSA picture reaches back over it, at its level or above (8.3.2).
        case temporalSubLayerAccess
        /// A picture at or behind an STSA picture reaches back over it, at its level (8.3.2).
        case stepwiseAccess
        /// A sub-layer non-reference picture (`_N`) is used in its own level (7.4.2.2).
        case nonReferenceUsed
        /// The SPS claims nesting, and a picture above level 0 is no TSA picture (7.4.2.2).
        case nesting
        /// Motion vectors are taken over from before a picture that forbids it (7.4.7.1).
        case collocated
        /// A picture comes in decode order behind one that is shown later, by more pictures than can be.
        case outputOrder
    }

    /// The rule that is broken.
    package var kind: Kind
    /// The access unit at fault, counted from 0 in decode order.
    package var accessUnit: Int
    /// Picture order count of its picture, where it is known.
    package var orderCount: Int?
    /// TemporalId of its picture, where it is known.
    package var temporalID: UInt8?
    /// What is wrong, in words.
    package var explanation: String
}
