/// A fault of the temporal levels of a stream, or an obstacle to proving them.
package struct HierarchyFinding: Hashable, Sendable, Codable {
    /// The rule that is broken.
    package enum Kind: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
        /// A NAL unit cannot be read, so its content is unknown.
        case unreadable
        /// A slice refers to missing parameter sets.
        case missingParameterSet
        /// Parameter sets change within a sequence (ISO/IEC 23008-2 7.4.2.4.2).
        case activation
        /// The sub-layers in VPS and SPS contradict one another or the standard (7.4.3).
        case subLayerDescription
        /// A picture needs more buffers or more reordering than its level declares (7.4.3.2.1).
        case buffering
        /// The stream does not start with a picture at which decoding can start.
        case noRandomAccess
        /// A picture or parameter set has a TemporalId that its type, or the SPS, does not allow (7.4.2.2).
        case temporalID
        /// A NAL unit is left behind, or removed too early, when the level of its picture is dropped (7.4.2.2).
        case unitTemporalID
        /// The slices of a picture do not agree (7.4.7.1).
        case inconsistentSlices
        /// A reference picture is missing (8.3.2).
        case missingReference
        /// A slice can be predicted from a picture of a higher level (8.3.2).
        case usesHigherLevel
        /// A picture of a higher level is marked as used, but no slice has it in its lists (8.3.2).
        case listsHigherLevel
        /// A TSA picture, or one after it, refers to a picture before it, at its level or above (8.3.2).
        case temporalSubLayerAccess
        /// An STSA picture, or one after it, refers to a picture before it, at its level (8.3.2).
        case stepwiseAccess
        /// A sub-layer non-reference picture (`_N`) is a reference in its own level (7.4.2.2).
        case nonReferenceUsed
        /// The SPS declares nesting, but a picture above level 0 is not a TSA picture (7.4.2.2).
        case nesting
        /// Motion vectors come from before a picture that forbids it (7.4.7.1).
        case collocated
        /// A picture follows in decode order one that is shown later, by more pictures than is possible.
        case outputOrder
    }

    /// The rule that is broken.
    package var kind: Kind
    /// The access unit, counted from 0 in decode order.
    package var accessUnit: Int
    /// Picture order count of its picture, if known.
    package var orderCount: Int?
    /// TemporalId of its picture, if known.
    package var temporalID: UInt8?
    /// The fault in words.
    package var explanation: String
}
